import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

export class CampaignStatsResponse {
  @ApiProperty({
    type: 'integer',
    example: 1000,
    description: 'Emails that the mail server accepted, or refused at the recipient',
  })
  readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 990, description: 'sent - bounced' }) readonly delivered!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Emails opened at least once' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Emails clicked at least once' }) readonly clicked!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 10 }) readonly bounced!: number;
  @ApiProperty({ example: 99, description: 'Percentage of sent' }) readonly delivery_rate!: number;
  @ApiProperty({ example: 42.5, description: 'Percentage of delivered' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.8, description: 'Percentage of delivered' }) readonly click_rate!: number;
  @ApiProperty({ example: 0.4, description: 'Percentage of delivered' }) readonly unsubscribe_rate!: number;
}

export class CampaignRevenueResponse {
  @ApiProperty({ example: 249.9, description: 'Revenue attributed to the campaign, minus refunds' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'Completed orders attributed to the campaign' })
  readonly orders!: number;
  @ApiProperty({ example: 0.5, description: 'Orders as a percentage of delivered' }) readonly conversion_rate!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
}

export class EmailStatsResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id!: number;
  @ApiProperty({ example: 'June newsletter' }) readonly campaign_title!: string;
  @ApiProperty() readonly stats!: CampaignStatsResponse;
  @ApiProperty() readonly revenue!: CampaignRevenueResponse;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
