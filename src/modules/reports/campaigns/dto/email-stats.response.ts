import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { CampaignEmailStats } from '../campaign-reports.service.js';
import type { CampaignRevenue, CampaignStats } from '../campaign-stats.js';

export class CampaignStatsResponse {
  @ApiProperty({
    type: 'integer',
    example: 1000,
    description: 'Accepted by the mail server, or refused by it at the recipient',
  })
  readonly sent: number;
  @ApiProperty({ type: 'integer', example: 990, description: 'sent - bounced' }) readonly delivered: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Mails opened at least once' }) readonly opened: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Mails clicked at least once' }) readonly clicked: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly unsubscribed: number;
  @ApiProperty({ type: 'integer', example: 10 }) readonly bounced: number;
  @ApiProperty({ example: 99, description: 'Percent of sent' }) readonly delivery_rate: number;
  @ApiProperty({ example: 42.5, description: 'Percent of delivered' }) readonly open_rate: number;
  @ApiProperty({ example: 8.8, description: 'Percent of delivered' }) readonly click_rate: number;
  @ApiProperty({ example: 0.4, description: 'Percent of delivered' }) readonly unsubscribe_rate: number;

  constructor(stats: CampaignStats) {
    this.sent = stats.sent;
    this.delivered = stats.delivered;
    this.opened = stats.opened;
    this.clicked = stats.clicked;
    this.unsubscribed = stats.unsubscribed;
    this.bounced = stats.bounced;
    this.delivery_rate = stats.deliveryRate;
    this.open_rate = stats.openRate;
    this.click_rate = stats.clickRate;
    this.unsubscribe_rate = stats.unsubscribeRate;
  }
}

export class CampaignRevenueResponse {
  @ApiProperty({ example: 249.9, description: 'What orders put down to it brought, less what was given back' })
  readonly total: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'Completed orders put down to it' }) readonly orders: number;
  @ApiProperty({ example: 0.5, description: 'Orders as percent of delivered' }) readonly conversion_rate: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency: string | null;

  constructor({ total, orders, conversionRate, currency }: CampaignRevenue) {
    this.total = total;
    this.orders = orders;
    this.conversion_rate = conversionRate;
    this.currency = currency;
  }
}

export class EmailStatsResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly campaign_title: string;
  @ApiProperty() readonly stats: CampaignStatsResponse;
  @ApiProperty() readonly revenue: CampaignRevenueResponse;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ campaignId, title, stats, revenue, period, timeZone, measured }: CampaignEmailStats) {
    this.campaign_id = campaignId;
    this.campaign_title = title;
    this.stats = new CampaignStatsResponse(stats);
    this.revenue = new CampaignRevenueResponse(revenue);
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}
