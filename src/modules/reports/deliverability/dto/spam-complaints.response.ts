import { ApiProperty } from '@nestjs/swagger';
import { DeliverabilityResponse, NULL_OF_AUDIENCE, RecentOutcomeResponse } from './deliverability.response.js';

const COMPLAINT_STATUSES = ['ok', 'warn', 'critical'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

class ComplaintTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 9850, description: 'sent - bounced' }) readonly delivered!: number;
  @ApiProperty({ type: 'integer', example: 12 }) readonly complained!: number;
}

class ComplaintRatesResponse {
  @ApiProperty({ example: 0.1, description: 'Percentage of delivered' }) readonly complaint_rate!: number;
}

class PreviousComplaintsResponse {
  @ApiProperty() readonly totals!: ComplaintTotalsResponse;
  @ApiProperty() readonly rates!: ComplaintRatesResponse;
}

class ComplaintThresholdResponse {
  @ApiProperty({ example: 0.1, description: 'Percent' }) readonly warn!: number;
  @ApiProperty({ example: 0.3, description: 'Percent' }) readonly critical!: number;
}

class ComplaintSourceResponse {
  @ApiProperty({ type: String, nullable: true, example: 'arf', description: 'Source; null if unknown' })
  readonly reason!: string | null;
  @ApiProperty({ type: 'integer', example: 9 }) readonly total!: number;
  @ApiProperty({ example: 75, description: 'Percentage of all complaints' }) readonly share!: number;
}

class ComplaintDayResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 394, description: 'sent - bounced' }) readonly delivered!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly complained!: number;
  @ApiProperty({ example: 0.3, description: 'Percentage of delivered' }) readonly complaint_rate!: number;
}

class RecentComplaintResponse extends RecentOutcomeResponse {
  @ApiProperty({ example: 'arf', description: 'Source of the complaint' }) readonly reason!: string;
}

export class SpamComplaintsResponse extends DeliverabilityResponse {
  @ApiProperty() readonly totals!: ComplaintTotalsResponse;
  @ApiProperty() readonly rates!: ComplaintRatesResponse;
  @ApiProperty({ description: 'Percentage of delivered emails, before rounding' })
  readonly threshold!: ComplaintThresholdResponse;
  @ApiProperty({ enum: COMPLAINT_STATUSES, description: 'The highest threshold that the complaint rate reached' })
  readonly status!: ComplaintStatus;
  @ApiProperty({ type: PreviousComplaintsResponse, nullable: true, description: 'Null with `compare_with=none`' })
  readonly previous!: PreviousComplaintsResponse | null;
  @ApiProperty({ type: [ComplaintSourceResponse], nullable: true, description: NULL_OF_AUDIENCE })
  readonly by_reason!: readonly ComplaintSourceResponse[] | null;
  @ApiProperty({ type: [ComplaintDayResponse], description: 'Every day of the period' })
  readonly timeline!: readonly ComplaintDayResponse[];
  @ApiProperty({
    type: [RecentComplaintResponse],
    nullable: true,
    description: `The latest 20, newest first. ${NULL_OF_AUDIENCE}`,
  })
  readonly recent!: readonly RecentComplaintResponse[] | null;
}
