import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../campaigns/campaign/campaign-status.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { CampaignStatsResponse } from './email-stats.response.js';

const nullableText = { type: String, nullable: true } as const;

const LIVE_EVENTS = ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed'] as const;

class LiveProgressResponse {
  @ApiProperty({ example: 40, description: 'Percentage of emails in a final state' }) readonly percent!: number;
  @ApiProperty({ ...nullableText, example: 'sending', description: 'Null if the campaign is not being sent' })
  readonly phase!: string | null;
  @ApiProperty({ type: 'integer', example: 1000, description: 'All recipients' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 390 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 600, description: 'Emails waiting, in transmission, or to be retried' })
  readonly pending!: number;
  @ApiProperty({ type: 'integer', example: 10, description: 'Emails refused or given up' }) readonly failed!: number;
  @ApiProperty({ example: 25.5, description: 'Emails per second in the last minute' })
  readonly rate_per_second!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 24, description: 'Null if it cannot be estimated' })
  readonly eta_seconds!: number | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Why no emails are being sent; null if they are' })
  readonly waiting_reason!: string | null;
}

class LiveEventResponse {
  @ApiProperty({ enum: LIVE_EVENTS }) readonly type!: (typeof LIVE_EVENTS)[number];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'When it happened' }) readonly at!: string;
  @ApiProperty({ type: 'integer', example: 1042 }) readonly email_id!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly contact_id!: number | null;
  @ApiProperty({ required: false, example: 'https://shop.example.com/june', description: 'Only for clicks' })
  readonly url?: string;
}

export class LiveCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id!: number;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status!: CampaignStatus;
  @ApiProperty() readonly stats!: CampaignStatsResponse;
  @ApiProperty() readonly progress!: LiveProgressResponse;
  @ApiProperty({ type: [LiveEventResponse], description: 'The latest events, newest first' })
  readonly last_events!: readonly LiveEventResponse[];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'When the figures were read' })
  readonly as_of!: string;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
