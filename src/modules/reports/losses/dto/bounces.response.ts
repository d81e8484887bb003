import { ApiProperty } from '@nestjs/swagger';
import type { LossesOfDay } from '../losses.queries.js';
import { type LossReport, lossRate, type LossTotals, type RecentLoss, type ShareOfReason } from '../losses.service.js';
import { LossResponse, NULL_OF_MEMBERS, RecentLossResponse } from './losses.response.js';

class BounceTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 150 }) readonly bounced: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 120, description: NULL_OF_MEMBERS })
  readonly hard: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 30, description: NULL_OF_MEMBERS })
  readonly soft: number | null;

  constructor({ sent, bounced, kinds }: LossTotals) {
    this.sent = sent;
    this.bounced = bounced;
    this.hard = kinds && (kinds.hard_bounce ?? 0);
    this.soft = kinds && (kinds.soft_bounce ?? 0);
  }
}

class BounceRatesResponse {
  @ApiProperty({ example: 1.5, description: 'Percent of sent' }) readonly bounce_rate: number;

  constructor(figures: LossTotals) {
    this.bounce_rate = lossRate('bounced', figures, figures.bounced);
  }
}

class PreviousBouncesResponse {
  @ApiProperty() readonly totals: BounceTotalsResponse;
  @ApiProperty() readonly rates: BounceRatesResponse;

  constructor(figures: LossTotals) {
    this.totals = new BounceTotalsResponse(figures);
    this.rates = new BounceRatesResponse(figures);
  }
}

class BounceReasonResponse {
  @ApiProperty({ enum: ['hard', 'soft'] }) readonly type: 'hard' | 'soft';
  @ApiProperty({ type: String, nullable: true, example: '5.1.1', description: 'The code; null when none was given' })
  readonly reason: string | null;
  @ApiProperty({ type: 'integer', example: 90 }) readonly total: number;
  @ApiProperty({ example: 60, description: 'Percent of all bounces' }) readonly share: number;

  constructor({ kind, reason, total, share }: ShareOfReason) {
    this.type = kind === 'hard_bounce' ? 'hard' : 'soft';
    this.reason = reason === '' ? null : reason;
    this.total = total;
    this.share = share;
  }
}

class BounceDayResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date: string;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 6 }) readonly bounced: number;
  @ApiProperty({ example: 1.5, description: 'Percent of sent' }) readonly bounce_rate: number;

  constructor(day: LossesOfDay) {
    this.date = day.day;
    this.sent = day.sent;
    this.bounced = day.bounced;
    this.bounce_rate = lossRate('bounced', day, day.bounced);
  }
}

class RecentBounceResponse extends RecentLossResponse {
  @ApiProperty({ enum: ['hard', 'soft'] }) readonly type: 'hard' | 'soft';
  @ApiProperty({ type: String, nullable: true, example: '5.1.1' }) readonly code: string | null;

  constructor(loss: RecentLoss<'bounced'>) {
    super(loss, loss.fact.bounced_at);
    this.type = loss.fact.bounce_type;
    this.code = loss.fact.code;
  }
}

export class BouncesResponse extends LossResponse {
  @ApiProperty() readonly totals: BounceTotalsResponse;
  @ApiProperty() readonly rates: BounceRatesResponse;
  @ApiProperty({ type: PreviousBouncesResponse, nullable: true, description: 'Null when nothing is compared' })
  readonly previous: PreviousBouncesResponse | null;
  @ApiProperty({
    type: [BounceReasonResponse],
    nullable: true,
    description: `The 20 most frequent. ${NULL_OF_MEMBERS}`,
  })
  readonly by_reason: readonly BounceReasonResponse[] | null;
  @ApiProperty({ type: [BounceDayResponse], description: 'Every day of the period' })
  readonly timeline: readonly BounceDayResponse[];
  @ApiProperty({
    type: [RecentBounceResponse],
    nullable: true,
    description: `The last 20, the newest first. ${NULL_OF_MEMBERS}`,
  })
  readonly recent: readonly RecentBounceResponse[] | null;

  constructor(report: LossReport<'bounced'>) {
    super(report);
    this.totals = new BounceTotalsResponse(report.totals);
    this.rates = new BounceRatesResponse(report.totals);
    this.previous = report.previous && new PreviousBouncesResponse(report.previous);
    this.by_reason = report.reasons?.map((reason) => new BounceReasonResponse(reason)) ?? null;
    this.timeline = report.timeline.map((day) => new BounceDayResponse(day));
    this.recent = report.recent?.map((loss) => new RecentBounceResponse(loss)) ?? null;
  }
}
