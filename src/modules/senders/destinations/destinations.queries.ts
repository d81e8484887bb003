import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { concurrencyOf, CUT_IN_SQL, type CutRow, rateOf } from './destination-control.js';
import type { DestinationChange, DestinationState, ProviderReply } from './destination.entity.js';
import { adviceOn } from './refusal-advice.js';

/** The delivery of a sender to a mailbox provider as of now. */
export interface DestinationView {
  readonly provider: string;
  readonly state: DestinationState;
  /** Emails per second over all workers; null for no limit. */
  readonly rate: number | null;
  /** Emails in progress per worker; null for no limit. */
  readonly concurrency: number | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly advice: string | null;
  readonly nextProbeAt: Date | null;
  readonly accepted: number;
  readonly deferred: number;
  readonly refused: number;
  readonly dsnRefused: number;
  readonly changedAt: Date | null;
  readonly replies: readonly ProviderReply[];
  readonly changes: readonly DestinationChange[];
}

interface Row extends CutRow {
  readonly provider: string;
  readonly state: DestinationState;
  readonly probe_at: Date | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly accepted: number;
  readonly deferred: number;
  readonly refused: number;
  readonly dsn_refused: number;
  readonly changed_at: Date | null;
  readonly replies: string;
  readonly changes: string;
}

const AT_MOST = 500;

@Injectable()
export class DestinationsQueries {
  constructor(private readonly db: Database) {}

  /** Returns the destinations of a sender: limited ones first, then those with the most emails. */
  async of(senderId: number): Promise<DestinationView[]> {
    const rows = await this.db.query<Row>(
      `SELECT provider, state, ${CUT_IN_SQL}, probe_at, reason, code, accepted, deferred, refused,
              dsn_refused, changed_at, replies, changes
         FROM sender_destinations WHERE sender_id = :senderId
        ORDER BY state = 'normal', accepted DESC, provider LIMIT ${AT_MOST}`,
      { senderId },
    );
    return rows.map(viewOf);
  }
}

function viewOf(row: Row): DestinationView {
  const { state, reason, code } = row;
  const [isThrottled, isQuarantined] = [state === 'throttled', state === 'quarantined'];
  const rate = isThrottled ? rateOf(row) : null;
  return {
    ...{ provider: row.provider, state, reason, code },
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    concurrency: isThrottled ? concurrencyOf(row) : null,
    advice: state === 'normal' || code === null || reason === null ? null : adviceOn(reason),
    nextProbeAt: isQuarantined ? row.probe_at : null,
    ...{ accepted: row.accepted, deferred: row.deferred, refused: row.refused, dsnRefused: row.dsn_refused },
    changedAt: row.changed_at,
    replies: JSON.parse(row.replies) as ProviderReply[],
    changes: JSON.parse(row.changes) as DestinationChange[],
  };
}
