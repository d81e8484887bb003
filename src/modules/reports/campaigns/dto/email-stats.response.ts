import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { CampaignEmailStats } from '../campaign-reports.service.js';

class CampaignStatsResponse {
  @ApiProperty({ example: 1000, description: 'Accepted by the mail server, or refused by it at the recipient' })
  readonly sent!: number;
  @ApiProperty({ example: 990, description: 'sent - bounced' }) readonly delivered!: number;
  @ApiProperty({ example: 421, description: 'Mails opened at least once' }) readonly opened!: number;
  @ApiProperty({ example: 87, description: 'Mails clicked at least once' }) readonly clicked!: number;
  @ApiProperty({ example: 4 }) readonly unsubscribed!: number;
  @ApiProperty({ example: 10 }) readonly bounced!: number;
  @ApiProperty({ example: 99, description: 'Percent of sent' }) readonly delivery_rate!: number;
  @ApiProperty({ example: 42.5, description: 'Percent of delivered' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.8, description: 'Percent of delivered' }) readonly click_rate!: number;
  @ApiProperty({ example: 0.4, description: 'Percent of delivered' }) readonly unsubscribe_rate!: number;
}

class CampaignRevenueResponse {
  @ApiProperty({ example: 0 }) readonly total!: number;
  @ApiProperty({ example: 0 }) readonly orders!: number;
  @ApiProperty({ example: 0, description: 'Percent of delivered' }) readonly conversion_rate!: number;
}

export class EmailStatsResponse {
  @ApiProperty({ example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly campaign_title: string;
  @ApiProperty() readonly stats: CampaignStatsResponse;
  @ApiProperty() readonly revenue: CampaignRevenueResponse;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ campaignId, title, stats, revenue, timeZone, measured }: CampaignEmailStats) {
    this.campaign_id = campaignId;
    this.campaign_title = title;
    this.stats = {
      sent: stats.sent,
      delivered: stats.delivered,
      opened: stats.opened,
      clicked: stats.clicked,
      unsubscribed: stats.unsubscribed,
      bounced: stats.bounced,
      delivery_rate: stats.deliveryRate,
      open_rate: stats.openRate,
      click_rate: stats.clickRate,
      unsubscribe_rate: stats.unsubscribeRate,
    };
    this.revenue = { total: revenue.total, orders: revenue.orders, conversion_rate: revenue.conversionRate };
    this.meta = new ReportMetaResponse(
      { from: measured.figures.firstDay, to: measured.figures.lastDay },
      timeZone,
      measured,
    );
  }
}
