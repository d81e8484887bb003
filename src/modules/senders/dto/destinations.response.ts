import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { DESTINATION_STATES, type DestinationState } from '../destinations/destination.entity.js';
import type { DestinationView } from '../destinations/destinations.queries.js';

const nullableText = { type: String, nullable: true } as const;
const MOMENT = '2026-01-31 09:30:00';
const count = (example: number, description: string): object => ({ type: 'integer', example, description });

class ProviderReplyResponse {
  @ApiProperty({ example: MOMENT }) readonly at!: string;
  @ApiProperty({ example: '5.7.26', description: 'The enhanced status code, or the SMTP reply code' })
  readonly code!: string;
  @ApiProperty({ example: '550 5.7.26 unauthenticated', description: 'Without addresses' })
  readonly text!: string;
  @ApiProperty({ enum: ['smtp', 'dsn'], example: 'smtp', description: 'A reply, or a bounce message' })
  readonly source!: 'smtp' | 'dsn';
}

class DestinationChangeResponse {
  @ApiProperty({ example: MOMENT }) readonly at!: string;
  @ApiProperty({ enum: DESTINATION_STATES, example: 'quarantined' }) readonly state!: DestinationState;
  @ApiProperty({ example: 'google refuses emails: 550 5.7.26 unauthenticated' }) readonly reason!: string;
}

class DestinationResponse {
  @ApiProperty({ example: 'google', description: 'The mailbox provider: a name, or the domain of its mail hosts' })
  readonly provider: string;
  @ApiProperty({
    enum: DESTINATION_STATES,
    example: 'quarantined',
    description: '`throttled`: emails leave more slowly. `quarantined`: only a probe leaves now and then',
  })
  readonly state: DestinationState;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'Emails per second over all workers now; null for no limit of this destination',
  })
  readonly rate: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Emails in progress per worker' })
  readonly concurrency: number | null;
  @ApiProperty({ ...nullableText, example: 'google refuses emails: 550 5.7.26 unauthenticated' })
  readonly reason: string | null;
  @ApiProperty({ ...nullableText, example: '5.7.26', description: 'The status code that decided the state' })
  readonly code: string | null;
  @ApiProperty({
    ...nullableText,
    example: 'Make SPF and DKIM pass and align with the From domain, and publish DMARC.',
    description: 'What to do; null while the state is normal',
  })
  readonly advice: string | null;
  @ApiProperty({ ...nullableText, example: MOMENT, description: 'When the next probe of a quarantine may leave' })
  readonly next_probe_at: string | null;
  @ApiProperty(count(18_204, 'Emails that the provider accepted')) readonly accepted: number;
  @ApiProperty(count(12, 'Attempts at which it asked for less')) readonly deferred: number;
  @ApiProperty(count(7, 'Attempts that it refused by policy')) readonly refused: number;
  @ApiProperty(count(0, 'Accepted emails that bounce messages refused by policy')) readonly dsn_refused: number;
  @ApiProperty({ ...nullableText, example: MOMENT }) readonly changed_at: string | null;
  @ApiProperty({ type: [ProviderReplyResponse], description: 'The last answers that limited it, newest first' })
  readonly last_replies: readonly ProviderReplyResponse[];
  @ApiProperty({ type: [DestinationChangeResponse], description: 'The last changes of state, newest first' })
  readonly changes: readonly DestinationChangeResponse[];

  constructor(view: DestinationView) {
    this.provider = view.provider;
    this.state = view.state;
    this.rate = view.rate;
    this.concurrency = view.concurrency;
    this.reason = view.reason;
    this.code = view.code;
    this.advice = view.advice;
    this.next_probe_at = view.nextProbeAt && sqlTimestamp(view.nextProbeAt);
    this.accepted = view.accepted;
    this.deferred = view.deferred;
    this.refused = view.refused;
    this.dsn_refused = view.dsnRefused;
    this.changed_at = view.changedAt && sqlTimestamp(view.changedAt);
    this.last_replies = view.replies.map((reply) => ({ ...reply, at: sqlTimestamp(new Date(reply.at)) }));
    this.changes = view.changes.map((change) => ({ ...change, at: sqlTimestamp(new Date(change.at)) }));
  }
}

export class DestinationsResponse {
  @ApiProperty({ type: [DestinationResponse], description: 'Limited ones first, then those with the most emails' })
  readonly destinations: readonly DestinationResponse[];

  constructor(views: readonly DestinationView[]) {
    this.destinations = views.map((view) => new DestinationResponse(view));
  }
}
