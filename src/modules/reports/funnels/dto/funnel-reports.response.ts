import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

class FunnelSubscribersResponse {
  @ApiProperty({ type: 'integer', example: 1200, description: 'Enrollments of all time' })
  readonly total_entered!: number;
  @ApiProperty({ type: 'integer', example: 300, description: 'Active enrollments now' })
  readonly currently_active!: number;
  @ApiProperty({ type: 'integer', example: 800, description: 'Enrollments that reached the end or the goal' })
  readonly completed!: number;
  @ApiProperty({ example: 66.7, description: 'Percentage of total_entered' }) readonly completion_rate!: number;
}

class FunnelRevenueResponse {
  @ApiProperty({ example: 300, description: 'Revenue attributed to its emails, minus refunds' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 6 }) readonly orders!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
}

class SequencePerformanceResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'Welcome email' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Emails opened at least once' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Emails clicked at least once' }) readonly clicked!: number;
  @ApiProperty({ example: 42.1, description: 'Percentage of sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percentage of sent' }) readonly click_rate!: number;
  @ApiProperty() readonly revenue!: FunnelRevenueResponse;
}

class ExitsResponse {
  @ApiProperty({ example: 'goal_reached', description: 'Why enrollments ended early' }) readonly reason!: string;
  @ApiProperty({ type: 'integer', example: 40 }) readonly total!: number;
}

class StepConversionResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'Welcome email' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'Enrollments that reached the step' })
  readonly entered!: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'Enrollments that completed the step' })
  readonly converted!: number;
  @ApiProperty({ example: 91.7, description: 'Percentage of entered' }) readonly conversion_rate!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 86400,
    description:
      'Median time from reaching the step to completing it, over its last 1,000 runs; null if there are none',
  })
  readonly median_seconds!: number | null;
}

export class FunnelFiguresResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id!: number;
  @ApiProperty({ example: 'Welcome' }) readonly funnel_title!: string;
  @ApiProperty() readonly subscribers!: FunnelSubscribersResponse;
  @ApiProperty({ type: [SequencePerformanceResponse], description: 'Steps that send emails' })
  readonly sequence_performance!: readonly SequencePerformanceResponse[];
  @ApiProperty({ type: [ExitsResponse], description: 'Exit reasons, most frequent first' })
  readonly exits!: readonly ExitsResponse[];
  @ApiProperty() readonly revenue!: FunnelRevenueResponse;
}

export class FunnelReportResponse extends FunnelFiguresResponse {
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

export class FunnelConversionResponse extends FunnelFiguresResponse {
  @ApiProperty({ type: [StepConversionResponse] }) readonly steps!: readonly StepConversionResponse[];
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

class FunnelReportsPage extends PageResponse<FunnelFiguresResponse> {
  @ApiProperty({ type: [FunnelFiguresResponse] }) declare readonly data: readonly FunnelFiguresResponse[];
}

export class FunnelReportsResponse {
  @ApiProperty({ type: FunnelReportsPage }) readonly funnels!: PageResponse<FunnelFiguresResponse>;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

class WaitingAtStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'Wait one day' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 120, description: 'Contacts waiting at the step now' })
  readonly waiting!: number;
}

export class LiveFunnelResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id!: number;
  @ApiProperty({ type: 'integer', example: 300, description: 'Contacts in the funnel now' }) readonly active!: number;
  @ApiProperty({ type: 'integer', example: 290, description: 'Contacts whose next step is not due yet' })
  readonly waiting!: number;
  @ApiProperty({ type: 'integer', example: 12 }) readonly entered_last_hour!: number;
  @ApiProperty({ type: 'integer', example: 9 }) readonly completed_last_hour!: number;
  @ApiProperty({ type: [WaitingAtStepResponse] }) readonly by_sequence!: readonly WaitingAtStepResponse[];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'When the figures were read' })
  readonly as_of!: string;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
