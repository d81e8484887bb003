import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { Period } from '../../periods/report-period.js';
import type { Overview } from '../overview-reports.service.js';

class SubscriberGrowthResponse {
  @ApiProperty({ example: 150, description: 'Contacts that became subscribed' }) readonly current_period!: number;
  @ApiProperty({ example: 120, description: 'The same in the period compared with' }) readonly previous_period!: number;
  @ApiProperty({ example: 25, description: 'Percent' }) readonly growth_rate!: number;
}

class OverviewEmailStatsResponse {
  @ApiProperty({ example: 1000 }) readonly emails_sent!: number;
  @ApiProperty({ example: 421 }) readonly emails_opened!: number;
  @ApiProperty({ example: 87 }) readonly emails_clicked!: number;
  @ApiProperty({ example: 42.1, description: 'Percent of the mails sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percent of the mails sent' }) readonly click_rate!: number;
}

class OverviewRevenueResponse {
  @ApiProperty({ example: 0 }) readonly total!: number;
  @ApiProperty({ example: 0, description: 'Percent' }) readonly growth!: number;
}

class PeriodResponse {
  @ApiProperty({ example: '2026-05-02' }) readonly from!: string;
  @ApiProperty({ example: '2026-05-31' }) readonly to!: string;
}

class OverviewMetaResponse extends ReportMetaResponse {
  @ApiProperty({ type: PeriodResponse, nullable: true, description: 'Null when nothing is compared' })
  readonly compared_with: Period | null;

  constructor({ period, comparedWith, timeZone, measured }: Overview) {
    super(period, timeZone, measured);
    this.compared_with = comparedWith;
  }
}

export class OverviewResponse {
  @ApiProperty({ example: 15420, description: 'Contacts with status subscribed, now' })
  readonly total_subscribers: number;
  @ApiProperty() readonly subscriber_growth: SubscriberGrowthResponse;
  @ApiProperty() readonly email_stats: OverviewEmailStatsResponse;
  @ApiProperty() readonly revenue: OverviewRevenueResponse;
  @ApiProperty() readonly meta: OverviewMetaResponse;

  constructor(overview: Overview) {
    const { growth, emails, revenue } = overview;
    this.total_subscribers = overview.totalSubscribers;
    this.subscriber_growth = {
      current_period: growth.current,
      previous_period: growth.previous,
      growth_rate: growth.rate,
    };
    this.email_stats = {
      emails_sent: emails.sent,
      emails_opened: emails.opened,
      emails_clicked: emails.clicked,
      open_rate: emails.openRate,
      click_rate: emails.clickRate,
    };
    this.revenue = revenue;
    this.meta = new OverviewMetaResponse(overview);
  }
}
