import { ApiProperty } from '@nestjs/swagger';
import type { LossesOfDay, LossFigures } from '../losses.queries.js';
import { type LossReport, lossRate, type RecentLoss, type ShareOfReason } from '../losses.service.js';
import { LossResponse, NULL_OF_MEMBERS, RecentLossResponse } from './losses.response.js';

class UnsubscribeTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 45, description: 'Contacts that became unsubscribed, whatever way' })
  readonly unsubscribed: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Opt-outs by a link or button of a mail' })
  readonly through_mails: number;

  constructor({ sent, unsubscribed, unsubscribedContacts }: LossFigures) {
    this.sent = sent;
    this.unsubscribed = unsubscribedContacts;
    this.through_mails = unsubscribed;
  }
}

class UnsubscribeRatesResponse {
  @ApiProperty({ example: 0.4, description: 'through_mails as percent of sent' }) readonly unsubscribe_rate: number;

  constructor(figures: LossFigures) {
    this.unsubscribe_rate = lossRate('unsubscribed', figures, figures.unsubscribed);
  }
}

class PreviousUnsubscribesResponse {
  @ApiProperty() readonly totals: UnsubscribeTotalsResponse;
  @ApiProperty() readonly rates: UnsubscribeRatesResponse;

  constructor(figures: LossFigures) {
    this.totals = new UnsubscribeTotalsResponse(figures);
    this.rates = new UnsubscribeRatesResponse(figures);
  }
}

class UnsubscribeReasonResponse {
  @ApiProperty({ type: String, nullable: true, example: 'too_many', description: 'Null when none was given' })
  readonly reason: string | null;
  @ApiProperty({ type: 'integer', example: 10 }) readonly total: number;
  @ApiProperty({ example: 25, description: 'Percent of through_mails' }) readonly share: number;

  constructor({ reason, total, share }: ShareOfReason) {
    this.reason = reason === '' ? null : reason;
    this.total = total;
    this.share = share;
  }
}

class UnsubscribeMethodResponse {
  @ApiProperty({ example: 'one_click' }) readonly method: string;
  @ApiProperty({ type: 'integer', example: 30 }) readonly total: number;
  @ApiProperty({ example: 75, description: 'Percent of through_mails' }) readonly share: number;

  constructor({ reason, total, share }: ShareOfReason) {
    this.method = reason;
    this.total = total;
    this.share = share;
  }
}

class UnsubscribeDayResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date: string;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly unsubscribed: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly through_mails: number;
  @ApiProperty({ example: 0.5, description: 'through_mails as percent of sent' }) readonly unsubscribe_rate: number;

  constructor(day: LossesOfDay) {
    this.date = day.day;
    this.sent = day.sent;
    this.unsubscribed = day.unsubscribedContacts;
    this.through_mails = day.unsubscribed;
    this.unsubscribe_rate = lossRate('unsubscribed', day, day.unsubscribed);
  }
}

class RecentUnsubscribeResponse extends RecentLossResponse {
  @ApiProperty({ example: 'one_click' }) readonly method: string;
  @ApiProperty({ type: String, nullable: true, example: 'too_many' }) readonly reason: string | null;

  constructor(loss: RecentLoss<'unsubscribed'>) {
    super(loss, loss.fact.unsubscribed_at);
    this.method = loss.fact.method;
    this.reason = loss.fact.reason;
  }
}

export class UnsubscribesResponse extends LossResponse {
  @ApiProperty() readonly totals: UnsubscribeTotalsResponse;
  @ApiProperty() readonly rates: UnsubscribeRatesResponse;
  @ApiProperty({ type: PreviousUnsubscribesResponse, nullable: true, description: 'Null when nothing is compared' })
  readonly previous: PreviousUnsubscribesResponse | null;
  @ApiProperty({
    type: [UnsubscribeReasonResponse],
    nullable: true,
    description: `The 20 most frequent. ${NULL_OF_MEMBERS}`,
  })
  readonly by_reason: readonly UnsubscribeReasonResponse[] | null;
  @ApiProperty({ type: [UnsubscribeMethodResponse], nullable: true, description: NULL_OF_MEMBERS })
  readonly by_method: readonly UnsubscribeMethodResponse[] | null;
  @ApiProperty({ type: [UnsubscribeDayResponse], description: 'Every day of the period' })
  readonly timeline: readonly UnsubscribeDayResponse[];
  @ApiProperty({
    type: [RecentUnsubscribeResponse],
    nullable: true,
    description: `The last 20 through mails, the newest first. ${NULL_OF_MEMBERS}`,
  })
  readonly recent: readonly RecentUnsubscribeResponse[] | null;

  constructor(report: LossReport<'unsubscribed'>) {
    super(report);
    const ofKind = (kind: ShareOfReason['kind']): ShareOfReason[] | null =>
      report.reasons?.filter((reason) => reason.kind === kind) ?? null;
    this.totals = new UnsubscribeTotalsResponse(report.totals);
    this.rates = new UnsubscribeRatesResponse(report.totals);
    this.previous = report.previous && new PreviousUnsubscribesResponse(report.previous);
    this.by_reason = ofKind('opt_out')?.map((reason) => new UnsubscribeReasonResponse(reason)) ?? null;
    this.by_method = ofKind('opt_out_method')?.map((reason) => new UnsubscribeMethodResponse(reason)) ?? null;
    this.timeline = report.timeline.map((day) => new UnsubscribeDayResponse(day));
    this.recent = report.recent?.map((loss) => new RecentUnsubscribeResponse(loss)) ?? null;
  }
}
