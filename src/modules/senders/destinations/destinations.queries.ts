import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { concurrencyOf, CUT_IN_SQL, type CutRow, rateOf } from './destination-control.js';
import type { Destination, DestinationChange, ProviderReply } from './destination.entity.js';
import { adviceOn } from './refusal-advice.js';

type Stored = Readonly<
  Pick<
    Destination,
    'provider' | 'state' | 'reason' | 'code' | 'accepted' | 'deferred' | 'refused' | 'dsnRefused' | 'changedAt'
  >
>;

export interface DestinationView extends Stored {
  /** Emails per second over all workers; null for no limit. */
  readonly rate: number | null;
  /** Emails in progress per worker; null for no limit. */
  readonly concurrency: number | null;
  readonly advice: string | null;
  readonly nextProbeAt: Date | null;
  readonly replies: readonly ProviderReply[];
  readonly changes: readonly DestinationChange[];
}

type Row = Stored & CutRow & Readonly<Pick<Destination, 'probeAt' | 'replies' | 'changes'>>;

const AT_MOST = 500;

@Injectable()
export class DestinationsQueries {
  constructor(private readonly db: Database) {}

  /** Returns the destinations of a sender: limited ones first, then those with the most emails. */
  async of(senderId: number): Promise<DestinationView[]> {
    const rows = await this.db.query<Row>(
      `SELECT provider, state, ${CUT_IN_SQL}, probe_at AS probeAt, reason, code, accepted, deferred, refused,
              dsn_refused AS dsnRefused, changed_at AS changedAt, replies, changes
         FROM sender_destinations WHERE sender_id = :senderId
        ORDER BY state = 'normal', accepted DESC, provider LIMIT ${AT_MOST}`,
      { senderId },
    );
    return rows.map(viewOf);
  }
}

function viewOf(row: Row): DestinationView {
  const { provider, state, reason, code, accepted, deferred, refused, dsnRefused, changedAt } = row;
  const isThrottled = state === 'throttled';
  const rate = isThrottled ? rateOf(row) : null;
  return {
    ...{ provider, state, reason, code, accepted, deferred, refused, dsnRefused, changedAt },
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    concurrency: isThrottled ? concurrencyOf(row) : null,
    advice: state === 'normal' || code === null || reason === null ? null : adviceOn(reason),
    nextProbeAt: state === 'quarantined' ? row.probeAt : null,
    replies: JSON.parse(row.replies) as ProviderReply[],
    changes: JSON.parse(row.changes) as DestinationChange[],
  };
}
