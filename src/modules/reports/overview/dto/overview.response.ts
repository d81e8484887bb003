import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/report-meta.response.js';

class SubscriberGrowthResponse {
  @ApiProperty({ type: 'integer', example: 150, description: 'Contacts that became subscribed' })
  readonly current_period!: number;
  @ApiProperty({ type: 'integer', example: 120, description: 'The same in the comparison period' })
  readonly previous_period!: number;
  @ApiProperty({ example: 25, description: 'Percentage change from the comparison period' })
  readonly growth_rate!: number;
}

class OverviewEmailStatsResponse {
  @ApiProperty({ type: 'integer', example: 1000 }) readonly emails_sent!: number;
  @ApiProperty({ type: 'integer', example: 421 }) readonly emails_opened!: number;
  @ApiProperty({ type: 'integer', example: 87 }) readonly emails_clicked!: number;
  @ApiProperty({ example: 42.1, description: 'Percentage of emails sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percentage of emails sent' }) readonly click_rate!: number;
}

class OverviewRevenueResponse {
  @ApiProperty({ example: 2000, description: 'Completed orders minus refunds' })
  readonly total!: number;
  @ApiProperty({ example: 25, description: 'Percentage change from the comparison period' })
  readonly growth!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
}

export class OverviewResponse {
  @ApiProperty({ type: 'integer', example: 15420, description: 'Contacts whose status is subscribed now' })
  readonly total_subscribers!: number;
  @ApiProperty() readonly subscriber_growth!: SubscriberGrowthResponse;
  @ApiProperty() readonly email_stats!: OverviewEmailStatsResponse;
  @ApiProperty() readonly revenue!: OverviewRevenueResponse;
  @ApiProperty() readonly meta!: ComparedMetaResponse;
}
