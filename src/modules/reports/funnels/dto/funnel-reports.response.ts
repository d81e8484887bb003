import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type {
  FunnelConversion,
  FunnelFigures,
  FunnelReport,
  FunnelReports,
  LiveFunnel,
  Scope,
} from '../funnel-reports.service.js';

class FunnelSubscribersResponse {
  @ApiProperty({ type: 'integer', example: 1200, description: 'How often somebody came in, ever' })
  readonly total_entered!: number;
  @ApiProperty({ type: 'integer', example: 300 }) readonly currently_active!: number;
  @ApiProperty({ type: 'integer', example: 800, description: 'Came to the end or reached the goal' })
  readonly completed!: number;
  @ApiProperty({ example: 66.7, description: 'Percent of total_entered' }) readonly completion_rate!: number;
}

class FunnelRevenueResponse {
  @ApiProperty({ example: 300, description: 'What orders after a click in its mails brought, less refunds' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 6 }) readonly orders!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency!: string | null;
}

class SequencePerformanceResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'First mail' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Mails opened at least once' }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Mails clicked at least once' }) readonly clicked!: number;
  @ApiProperty({ example: 42.1, description: 'Percent of sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percent of sent' }) readonly click_rate!: number;
  @ApiProperty() readonly revenue!: FunnelRevenueResponse;
}

class ExitsResponse {
  @ApiProperty({ example: 'goal_reached' }) readonly reason!: string;
  @ApiProperty({ type: 'integer', example: 40 }) readonly total!: number;
}

class StepConversionResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'First mail' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'How many have come to it' }) readonly entered!: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'For how many it was done' }) readonly converted!: number;
  @ApiProperty({ example: 91.7, description: 'Percent of entered' }) readonly conversion_rate!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 86400,
    description: 'From coming to it until it was done, over its last 1,000 runs; null while there are none',
  })
  readonly median_seconds!: number | null;
}

export class FunnelFiguresResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ example: 'Welcome' }) readonly funnel_title: string;
  @ApiProperty() readonly subscribers: FunnelSubscribersResponse;
  @ApiProperty({ type: [SequencePerformanceResponse], description: 'The steps that send mails' })
  readonly sequence_performance: readonly SequencePerformanceResponse[];
  @ApiProperty({ type: [ExitsResponse], description: 'Why people have left; the most frequent first' })
  readonly exits: readonly ExitsResponse[];
  @ApiProperty() readonly revenue: FunnelRevenueResponse;

  constructor({ funnelId, title, subscribers, mails, exits, revenue }: FunnelFigures) {
    this.funnel_id = funnelId;
    this.funnel_title = title;
    this.subscribers = {
      total_entered: subscribers.totalEntered,
      currently_active: subscribers.currentlyActive,
      completed: subscribers.completed,
      completion_rate: subscribers.completionRate,
    };
    this.sequence_performance = mails.map((step) => ({
      sequence_id: step.sequenceId,
      title: step.title,
      sent: step.sent,
      opened: step.opened,
      clicked: step.clicked,
      open_rate: step.openRate,
      click_rate: step.clickRate,
      revenue: step.revenue,
    }));
    this.exits = exits;
    this.revenue = revenue;
  }
}

const metaOf = ({ period, timeZone, measured }: Scope): ReportMetaResponse =>
  new ReportMetaResponse(period, timeZone, measured);

export class FunnelReportResponse extends FunnelFiguresResponse {
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(report: FunnelReport) {
    super(report);
    this.meta = metaOf(report);
  }
}

export class FunnelConversionResponse extends FunnelFiguresResponse {
  @ApiProperty({ type: [StepConversionResponse] }) readonly steps: readonly StepConversionResponse[];
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(conversion: FunnelConversion) {
    super(conversion);
    this.steps = conversion.steps.map((step) => ({
      sequence_id: step.sequenceId,
      title: step.title,
      entered: step.entered,
      converted: step.converted,
      conversion_rate: step.conversionRate,
      median_seconds: step.medianSeconds,
    }));
    this.meta = metaOf(conversion);
  }
}

class FunnelReportsPage extends PageResponse<FunnelFiguresResponse> {
  @ApiProperty({ type: [FunnelFiguresResponse] }) declare readonly data: readonly FunnelFiguresResponse[];
}

export class FunnelReportsResponse {
  @ApiProperty({ type: FunnelReportsPage }) readonly funnels: PageResponse<FunnelFiguresResponse>;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(reports: FunnelReports, url: URL) {
    const items = reports.page.items.map((figures) => new FunnelFiguresResponse(figures));
    this.funnels = new PageResponse(reports.page, items, url);
    this.meta = metaOf(reports);
  }
}

class WaitingAtStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'A day later' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 120 }) readonly waiting!: number;
}

export class LiveFunnelResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ type: 'integer', example: 300, description: 'Who is in it' }) readonly active: number;
  @ApiProperty({ type: 'integer', example: 290, description: 'Those of them whose next step is not due yet' })
  readonly waiting: number;
  @ApiProperty({ type: 'integer', example: 12 }) readonly entered_last_hour: number;
  @ApiProperty({ type: 'integer', example: 9 }) readonly completed_last_hour: number;
  @ApiProperty({ type: [WaitingAtStepResponse] }) readonly by_sequence: readonly WaitingAtStepResponse[];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z' }) readonly as_of: string;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(live: LiveFunnel) {
    this.funnel_id = live.funnelId;
    this.active = live.active;
    this.waiting = live.waiting;
    this.entered_last_hour = live.enteredLastHour;
    this.completed_last_hour = live.completedLastHour;
    this.by_sequence = live.bySequence.map(({ sequenceId, title, waiting }) => ({
      sequence_id: sequenceId,
      title,
      waiting,
    }));
    // Nothing of this waits for the relay: it is as it was when it was looked at.
    this.as_of = live.measured.generatedAt;
    this.meta = metaOf(live);
  }
}
