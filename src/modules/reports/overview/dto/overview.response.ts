import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/compared-meta.response.js';
import type { Overview } from '../overview-reports.service.js';

class SubscriberGrowthResponse {
  @ApiProperty({ type: 'integer', example: 150, description: 'Contacts that became subscribed' })
  readonly current_period!: number;
  @ApiProperty({ type: 'integer', example: 120, description: 'The same in the period compared with' })
  readonly previous_period!: number;
  @ApiProperty({ example: 25, description: 'Percent' }) readonly growth_rate!: number;
}

class OverviewEmailStatsResponse {
  @ApiProperty({ type: 'integer', example: 1000 }) readonly emails_sent!: number;
  @ApiProperty({ type: 'integer', example: 421 }) readonly emails_opened!: number;
  @ApiProperty({ type: 'integer', example: 87 }) readonly emails_clicked!: number;
  @ApiProperty({ example: 42.1, description: 'Percent of the mails sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percent of the mails sent' }) readonly click_rate!: number;
}

class OverviewRevenueResponse {
  @ApiProperty({ example: 2000, description: 'What completed orders brought, less what was given back' })
  readonly total!: number;
  @ApiProperty({ example: 25, description: 'Percent by which it is more than in the period compared with' })
  readonly growth!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency!: string | null;
}

export class OverviewResponse {
  @ApiProperty({ type: 'integer', example: 15420, description: 'Contacts with status subscribed, now' })
  readonly total_subscribers: number;
  @ApiProperty() readonly subscriber_growth: SubscriberGrowthResponse;
  @ApiProperty() readonly email_stats: OverviewEmailStatsResponse;
  @ApiProperty() readonly revenue: OverviewRevenueResponse;
  @ApiProperty() readonly meta: ComparedMetaResponse;

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
    this.meta = new ComparedMetaResponse(overview.period, overview.comparedWith, overview.timeZone, overview.measured);
  }
}
