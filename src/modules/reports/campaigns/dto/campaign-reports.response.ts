import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestampOrNull } from '../../../../platform/clock/timestamps.js';
import { PageResponse } from '../../../../platform/http/page.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../campaigns/campaign-status.js';
import { TestedVariantResponse } from '../../ab-testing/dto/ab-testing.response.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type {
  CampaignReport,
  CampaignReports,
  DomainOutcome,
  LinkOutcome,
  ListedCampaign,
} from '../campaign-reports.service.js';
import { CampaignRevenueResponse, CampaignStatsResponse } from './email-stats.response.js';

class ListedCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly campaign_title: string;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status: CampaignStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-06-01 09:30:00',
    description: 'When its last mail had left; null until then',
  })
  readonly sent_at: string | null;
  @ApiProperty() readonly stats: CampaignStatsResponse;
  @ApiProperty() readonly revenue: CampaignRevenueResponse;

  constructor({ campaign, stats, revenue }: ListedCampaign) {
    this.campaign_id = campaign.id;
    this.campaign_title = campaign.title;
    this.status = campaign.status;
    this.sent_at = sqlTimestampOrNull(campaign.finishedAt);
    this.stats = new CampaignStatsResponse(stats);
    this.revenue = new CampaignRevenueResponse(revenue);
  }
}

class CampaignReportsPage extends PageResponse<ListedCampaignResponse> {
  @ApiProperty({ type: [ListedCampaignResponse] }) declare readonly data: readonly ListedCampaignResponse[];
}

class CampaignTotalsResponse extends CampaignStatsResponse {
  @ApiProperty() readonly revenue: CampaignRevenueResponse;

  constructor({ stats, revenue }: CampaignReports['totals']) {
    super(stats);
    this.revenue = new CampaignRevenueResponse(revenue);
  }
}

export class CampaignReportsResponse {
  @ApiProperty({ type: CampaignReportsPage, description: 'The newest first' })
  readonly campaigns: PageResponse<ListedCampaignResponse>;
  @ApiProperty({ description: 'All campaigns together, not only those of the page; also those deleted since' })
  readonly totals: CampaignTotalsResponse;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ page, totals, period, timeZone, measured }: CampaignReports, url: URL) {
    const items = page.items.map((campaign) => new ListedCampaignResponse(campaign));
    this.campaigns = new PageResponse(page, items, url);
    this.totals = new CampaignTotalsResponse(totals);
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}

class CampaignDayResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 800 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 300, description: 'Mails opened for the first time' })
  readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 60, description: 'Mails clicked for the first time' })
  readonly clicked!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 8 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders!: number;
  @ApiProperty({ example: 99.8 }) readonly revenue!: number;
}

class LinkOutcomeResponse {
  @ApiProperty({ type: 'integer', example: 311 }) readonly id: number;
  @ApiProperty({ example: 'https://shop.example.com/june', description: 'As it was written, with its merge tags' })
  readonly url: string;
  @ApiProperty({ required: false, example: 'a', description: 'Of which content; only with an A/B test' })
  readonly variant?: string;
  @ApiProperty({ type: 'integer', example: 95, description: 'Clicks by people' }) readonly total: number;
  @ApiProperty({ type: 'integer', example: 80, description: 'Mails in which people clicked it' })
  readonly unique: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Clicks by scanners and prefetchers' })
  readonly machine: number;
  @ApiProperty({ example: 76.6, description: 'Percent of the clicks by people on all links' }) readonly share: number;

  constructor({ id, url, variant, total, unique, machine, share }: LinkOutcome) {
    this.id = id;
    this.url = url;
    if (variant !== undefined) this.variant = variant;
    this.total = total;
    this.unique = unique;
    this.machine = machine;
    this.share = share;
  }
}

class DomainOutcomeResponse {
  @ApiProperty({ type: String, nullable: true, example: 'example.com', description: 'Null: all others together' })
  readonly domain: string | null;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 396 }) readonly delivered: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly bounced: number;
  @ApiProperty({ type: 'integer', example: 0 }) readonly complained: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly unsubscribed: number;
  @ApiProperty({ example: 99, description: 'Percent of sent' }) readonly delivery_rate: number;
  @ApiProperty({ example: 1, description: 'Percent of sent' }) readonly bounce_rate: number;

  constructor(outcome: DomainOutcome) {
    this.domain = outcome.domain;
    this.sent = outcome.sent;
    this.delivered = outcome.delivered;
    this.bounced = outcome.bounced;
    this.complained = outcome.complained;
    this.unsubscribed = outcome.unsubscribed;
    this.delivery_rate = outcome.deliveryRate;
    this.bounce_rate = outcome.bounceRate;
  }
}

export class CampaignReportResponse extends ListedCampaignResponse {
  @ApiProperty({ type: [CampaignDayResponse], description: 'Every day from the first with a figure to the last' })
  readonly timeline: readonly CampaignDayResponse[];
  @ApiProperty({ type: [LinkOutcomeResponse], description: 'Of all days, in the order of the mail' })
  readonly links: readonly LinkOutcomeResponse[];
  @ApiProperty({ type: [DomainOutcomeResponse], description: 'The 20 domains that most mails went to, and the rest' })
  readonly domains: readonly DomainOutcomeResponse[];
  @ApiProperty({ type: [TestedVariantResponse], description: 'Of its A/B test, of all days; empty without one' })
  readonly variants: readonly TestedVariantResponse[];
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(report: CampaignReport) {
    super(report);
    this.timeline = report.timeline;
    this.links = report.links.map((link) => new LinkOutcomeResponse(link));
    this.domains = report.domains.map((domain) => new DomainOutcomeResponse(domain));
    this.variants = report.variants.map((variant) => new TestedVariantResponse(variant));
    this.meta = new ReportMetaResponse(report.period, report.timeZone, report.measured);
  }
}
