import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../campaigns/campaign/campaign-status.js';
import { TestedVariantResponse } from '../../ab-testing/dto/ab-testing.response.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { CampaignRevenueResponse, CampaignStatsResponse } from './email-stats.response.js';

const nullableText = { type: String, nullable: true } as const;

class ListedCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id!: number;
  @ApiProperty({ example: 'June newsletter' }) readonly campaign_title!: string;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status!: CampaignStatus;
  @ApiProperty({
    ...nullableText,
    example: '2026-06-01 09:30:00',
    description: 'Time when the last email was sent; null before that',
  })
  readonly sent_at!: string | null;
  @ApiProperty() readonly stats!: CampaignStatsResponse;
  @ApiProperty() readonly revenue!: CampaignRevenueResponse;
}

class CampaignReportsPage extends PageResponse<ListedCampaignResponse> {
  @ApiProperty({ type: [ListedCampaignResponse] }) declare readonly data: readonly ListedCampaignResponse[];
}

class CampaignTotalsResponse extends CampaignStatsResponse {
  @ApiProperty() readonly revenue!: CampaignRevenueResponse;
}

export class CampaignReportsResponse {
  @ApiProperty({ type: CampaignReportsPage, description: 'Newest campaign first' })
  readonly campaigns!: PageResponse<ListedCampaignResponse>;
  @ApiProperty({ description: 'Sum over all pages, including deleted campaigns' })
  readonly totals!: CampaignTotalsResponse;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

class CampaignDayResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 800 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 300, description: 'Emails opened for the first time' })
  readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 60, description: 'Emails clicked for the first time' })
  readonly clicked!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 8 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders!: number;
  @ApiProperty({ example: 99.8, description: 'Net of refunds' }) readonly revenue!: number;
}

class LinkOutcomeResponse {
  @ApiProperty({ type: 'integer', example: 311 }) readonly id!: number;
  @ApiProperty({ example: 'https://shop.example.com/june', description: 'The URL as it was written, with merge tags' })
  readonly url!: string;
  @ApiProperty({ required: false, example: 'a', description: 'The variant with the link; only with an A/B test' })
  readonly variant?: string;
  @ApiProperty({ type: 'integer', example: 95, description: 'Human clicks' }) readonly total!: number;
  @ApiProperty({ type: 'integer', example: 80, description: 'Emails in which a human clicked the link' })
  readonly unique!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Clicks by scanners and prefetchers' })
  readonly machine!: number;
  @ApiProperty({ example: 76.6, description: 'Percentage of human clicks on all links' }) readonly share!: number;
}

class DomainOutcomeResponse {
  @ApiProperty({ ...nullableText, example: 'example.com', description: 'Null: all other domains' })
  readonly domain!: string | null;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 396 }) readonly delivered!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 0 }) readonly complained!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly unsubscribed!: number;
  @ApiProperty({ example: 99, description: 'Percentage of sent' }) readonly delivery_rate!: number;
  @ApiProperty({ example: 1, description: 'Percentage of sent' }) readonly bounce_rate!: number;
}

export class CampaignReportResponse extends ListedCampaignResponse {
  @ApiProperty({ type: [CampaignDayResponse], description: 'Every day from the first to the last one with figures' })
  readonly timeline!: readonly CampaignDayResponse[];
  @ApiProperty({ type: [LinkOutcomeResponse], description: 'Links in the order of the email; figures of all time' })
  readonly links!: readonly LinkOutcomeResponse[];
  @ApiProperty({ type: [DomainOutcomeResponse], description: 'The 20 largest domains, then the sum of all others' })
  readonly domains!: readonly DomainOutcomeResponse[];
  @ApiProperty({
    type: [TestedVariantResponse],
    description: 'Variants of the A/B test, with figures of all time; empty without a test',
  })
  readonly variants!: readonly TestedVariantResponse[];
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
