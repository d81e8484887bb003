import { ApiProperty } from '@nestjs/swagger';
import { COMPLAINT_STATUSES, COMPLAINT_THRESHOLD, type ComplaintStatus, complaintStatus } from '../complaint-status.js';
import type { LossesOfDay, LossFigures } from '../losses.queries.js';
import { type LossReport, lossRate, type RecentLoss, type ShareOfReason } from '../losses.service.js';
import { LossResponse, NULL_OF_MEMBERS, RecentLossResponse } from './losses.response.js';

const deliveredOf = ({ sent, bounced }: LossFigures): number => Math.max(0, sent - bounced);

class ComplaintTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 9850, description: 'sent - bounced' }) readonly delivered: number;
  @ApiProperty({ type: 'integer', example: 12 }) readonly complained: number;

  constructor(figures: LossFigures) {
    this.sent = figures.sent;
    this.delivered = deliveredOf(figures);
    this.complained = figures.complained;
  }
}

class ComplaintRatesResponse {
  @ApiProperty({ example: 0.1, description: 'Percent of delivered' }) readonly complaint_rate: number;

  constructor(figures: LossFigures) {
    this.complaint_rate = lossRate('complained', figures, figures.complained);
  }
}

class PreviousComplaintsResponse {
  @ApiProperty() readonly totals: ComplaintTotalsResponse;
  @ApiProperty() readonly rates: ComplaintRatesResponse;

  constructor(figures: LossFigures) {
    this.totals = new ComplaintTotalsResponse(figures);
    this.rates = new ComplaintRatesResponse(figures);
  }
}

class ComplaintThresholdResponse {
  @ApiProperty({ example: COMPLAINT_THRESHOLD.warn }) readonly warn!: number;
  @ApiProperty({ example: COMPLAINT_THRESHOLD.critical }) readonly critical!: number;
}

class ComplaintSourceResponse {
  @ApiProperty({ type: String, nullable: true, example: 'arf', description: 'Where it was learnt; null when unknown' })
  readonly reason: string | null;
  @ApiProperty({ type: 'integer', example: 9 }) readonly total: number;
  @ApiProperty({ example: 75, description: 'Percent of all complaints' }) readonly share: number;

  constructor({ reason, total, share }: ShareOfReason) {
    this.reason = reason === '' ? null : reason;
    this.total = total;
    this.share = share;
  }
}

class ComplaintDayResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date: string;
  @ApiProperty({ type: 'integer', example: 394, description: 'sent - bounced' }) readonly delivered: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly complained: number;
  @ApiProperty({ example: 0.3, description: 'Percent of delivered' }) readonly complaint_rate: number;

  constructor(day: LossesOfDay) {
    this.date = day.day;
    this.delivered = deliveredOf(day);
    this.complained = day.complained;
    this.complaint_rate = lossRate('complained', day, day.complained);
  }
}

class RecentComplaintResponse extends RecentLossResponse {
  @ApiProperty({ example: 'arf', description: 'Where it was learnt' }) readonly reason: string;

  constructor(loss: RecentLoss<'complained'>) {
    super(loss, loss.fact.complained_at);
    this.reason = loss.fact.source;
  }
}

export class SpamComplaintsResponse extends LossResponse {
  @ApiProperty() readonly totals: ComplaintTotalsResponse;
  @ApiProperty() readonly rates: ComplaintRatesResponse;
  @ApiProperty({ description: 'Percent of delivered, before rounding' }) readonly threshold: ComplaintThresholdResponse;
  @ApiProperty({ enum: COMPLAINT_STATUSES, description: 'Which threshold the period has reached' })
  readonly status: ComplaintStatus;
  @ApiProperty({ type: PreviousComplaintsResponse, nullable: true, description: 'Null when nothing is compared' })
  readonly previous: PreviousComplaintsResponse | null;
  @ApiProperty({ type: [ComplaintSourceResponse], nullable: true, description: NULL_OF_MEMBERS })
  readonly by_reason: readonly ComplaintSourceResponse[] | null;
  @ApiProperty({ type: [ComplaintDayResponse], description: 'Every day of the period' })
  readonly timeline: readonly ComplaintDayResponse[];
  @ApiProperty({
    type: [RecentComplaintResponse],
    nullable: true,
    description: `The last 20, the newest first. ${NULL_OF_MEMBERS}`,
  })
  readonly recent: readonly RecentComplaintResponse[] | null;

  constructor(report: LossReport<'complained'>) {
    super(report);
    this.totals = new ComplaintTotalsResponse(report.totals);
    this.rates = new ComplaintRatesResponse(report.totals);
    this.threshold = COMPLAINT_THRESHOLD;
    this.status = complaintStatus(report.totals.complained, deliveredOf(report.totals));
    this.previous = report.previous && new PreviousComplaintsResponse(report.previous);
    this.by_reason = report.reasons?.map((reason) => new ComplaintSourceResponse(reason)) ?? null;
    this.timeline = report.timeline.map((day) => new ComplaintDayResponse(day));
    this.recent = report.recent?.map((loss) => new RecentComplaintResponse(loss)) ?? null;
  }
}
