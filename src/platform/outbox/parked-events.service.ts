import { Injectable } from '@nestjs/common';
import type { EventName } from '../../events/domain-events.js';
import { Database } from '../database/database.js';
import { given } from '../http/given.js';
import type { SqlCondition } from '../sql/named-parameters.js';

export interface ParkedEvent {
  /** Id of the event; it is parked once per failing subscriber. */
  readonly id: number;
  readonly uid: string;
  readonly type: EventName;
  readonly subscriber: string;
  readonly error: string;
  readonly parkedAt: Date;
  /** Number of failed retries. */
  readonly tries: number;
  readonly requestId: string | null;
  /** A retry is requested and no worker has run it yet. */
  readonly waits: boolean;
}

/** Filter; empty for all. */
export interface WhichParked {
  readonly ids?: readonly number[];
  readonly subscriber?: string;
}

/** Lists parked events and requests retries, which the relay of a worker runs because that process hosts the subscribers. */
@Injectable()
export class ParkedEvents {
  constructor(private readonly db: Database) {}

  /** Oldest first. */
  async list(which: WhichParked = {}, limit = 1_000): Promise<ParkedEvent[]> {
    const { sql, params } = condition(which);
    const rows = await this.db.query<Omit<ParkedEvent, 'waits'> & { readonly waits: number }>(
      `SELECT e.id, e.uid, e.type, p.subscriber, p.error, p.parked_at AS parkedAt, p.tries, e.request_id AS requestId,
              p.retry_requested_at IS NOT NULL AS waits
         FROM parked_events p JOIN domain_events e ON e.id = p.event_id
        WHERE ${sql} ORDER BY p.event_id, p.subscriber LIMIT :limit`,
      { ...params, limit },
    );
    return rows.map((row) => ({ ...row, waits: row.waits === 1 }));
  }

  /** @returns the number of parked events, and how many wait for a requested retry. */
  async count(which: WhichParked = {}): Promise<{ readonly parked: number; readonly waiting: number }> {
    const { sql, params } = condition(which);
    const [row] = await this.db.query<{ parked: number; waiting: number }>(
      `SELECT COUNT(*) AS parked, COUNT(p.retry_requested_at) AS waiting FROM parked_events p WHERE ${sql}`,
      params,
    );
    return row ?? { parked: 0, waiting: 0 };
  }

  /** Requests a retry by the next worker. @returns the number of events. */
  async askFor(which: WhichParked): Promise<number> {
    const { sql, params } = condition(which);
    const asked = `UPDATE parked_events p SET p.retry_requested_at = NOW(3) WHERE ${sql}`;
    return (await this.db.execute(asked, params)).affectedRows;
  }
}

function condition({ ids, subscriber }: WhichParked): SqlCondition {
  const conditions = ['TRUE'];
  if (ids !== undefined) conditions.push('p.event_id IN (:ids)');
  if (subscriber !== undefined) conditions.push('p.subscriber = :subscriber');
  return { sql: conditions.join(' AND '), params: given({ ids, subscriber }) };
}
