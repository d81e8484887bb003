import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { type CallOutcome, MOST_ATTEMPTS } from './call-outcome.js';

/** A request that this process alone may make until its lease ends. */
export interface ClaimedCall {
  readonly id: number;
  readonly funnelId: number;
  readonly entryId: number;
  readonly stepId: number;
  readonly request: string;
  /** This one included. */
  readonly attempts: number;
  readonly fence: number;
}

interface CallRow extends ClaimedCall {
  readonly state: 'pending' | 'calling';
}

/** Longer than a request may take. */
const LEASE_SECONDS = 45;
const NOBODY = 0;

/**
 * The ledger of requests as the worker uses it. Leases go by the database's own clock whatever time it is for funnels: they
 * are about processes.
 */
@Injectable()
export class HttpCallClaims {
  private readonly owner = ulid();

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes what is due, the longest due first, and what a process that died left behind. Nothing of deleted funnels.
   * @param except funnels that have their share under way.
   */
  async take(limit: number, except: readonly number[]): Promise<readonly ClaimedCall[]> {
    return this.db.transaction(async (tx) => {
      const rows = await this.lockedRows(tx, limit, except.length === 0 ? [NOBODY] : except);
      const spent = rows.filter(({ state, attempts }) => state === 'calling' && attempts >= MOST_ATTEMPTS);
      await this.giveUp(tx, spent);
      const mine = rows.filter((row) => !spent.includes(row));
      if (mine.length === 0) return [];
      await tx.execute(
        `UPDATE funnel_http_calls
            SET state = 'calling', attempts = attempts + 1, fence = fence + 1, next_attempt_at = NULL,
                lease_owner = :owner, lease_until = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND
          WHERE id IN (:ids)`,
        { owner: this.owner, ids: mine.map(({ id }) => id) },
      );
      return mine.map(({ attempts, fence, ...row }) => ({ ...row, attempts: attempts + 1, fence: fence + 1 }));
    });
  }

  /** A result that comes after the lease has moved on, or after its funnel has gone, changes nothing. */
  async settle({ id, fence }: ClaimedCall, { state, status, error, retryInMs }: CallOutcome): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      await tx.execute(
        `UPDATE funnel_http_calls
            SET state = :state, response_status = :status, error = :error, next_attempt_at = :next, settled_at = :settledAt,
                request = IF(:state = 'pending', request, NULL), lease_owner = NULL, lease_until = NULL
          WHERE id = :id AND fence = :fence AND state = 'calling'`,
        {
          ...{ id, fence, state, status, error },
          next: retryInMs === null ? null : new Date(now.getTime() + retryInMs),
          settledAt: state === 'pending' ? null : now,
        },
      );
    });
  }

  /** Found without locks and then locked by their keys, so that those who look at the same moment share the work. */
  private async lockedRows(tx: Tx, limit: number, except: readonly number[]): Promise<CallRow[]> {
    const now = await this.clock.now(tx);
    const funnels = await this.longestDue(tx, now, limit, except);
    const found = await tx.query<{ id: number }>(
      `SELECT id FROM (
         ${funnels
           .map(
             (funnelId) =>
               `(SELECT id, next_attempt_at AS since FROM funnel_http_calls FORCE INDEX (ix_funnel_http_calls_due)
                  WHERE state = 'pending' AND funnel_id = ${funnelId} AND next_attempt_at <= :now
                  ORDER BY next_attempt_at LIMIT ${limit}) UNION ALL`,
           )
           .join(' ')}
         (SELECT c.id, c.lease_until AS since FROM funnel_http_calls c FORCE INDEX (ix_funnel_http_calls_lease)
            JOIN funnels f ON f.id = c.funnel_id AND f.deleted_at IS NULL
           WHERE c.state = 'calling' AND c.lease_until < NOW(3) AND c.funnel_id NOT IN (:except) LIMIT ${limit})) due
       ORDER BY since LIMIT ${limit}`,
      { now, except },
    );
    if (found.length === 0) return [];
    return tx.query<CallRow>(
      `SELECT id, funnel_id AS funnelId, entry_id AS entryId, step_id AS stepId, request, attempts, fence, state
         FROM funnel_http_calls FORCE INDEX (PRIMARY)
        WHERE id IN (:ids)
          AND (state = 'pending' AND next_attempt_at <= :now OR state = 'calling' AND lease_until < NOW(3))
        ORDER BY id FOR UPDATE SKIP LOCKED`,
      { ids: found.map(({ id }) => id), now },
    );
  }

  /** The funnels whose requests have been due the longest, found without a look at how many requests they have. */
  private async longestDue(tx: Tx, now: Date, limit: number, except: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ funnelId: number }>(
      `SELECT f.id AS funnelId,
              (SELECT c.next_attempt_at FROM funnel_http_calls c FORCE INDEX (ix_funnel_http_calls_due)
                WHERE c.state = 'pending' AND c.funnel_id = f.id ORDER BY c.next_attempt_at LIMIT 1) AS since
         FROM funnels f
        WHERE f.deleted_at IS NULL AND f.id NOT IN (:except)
       HAVING since <= :now ORDER BY since LIMIT ${limit}`,
      { now, except },
    );
    return rows.map(({ funnelId }) => funnelId);
  }

  /** Nobody knows what their last attempt came to. */
  private async giveUp(tx: Tx, rows: readonly CallRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE funnel_http_calls
          SET state = 'failed', error = 'interrupted', request = NULL, fence = fence + 1, settled_at = NOW(3),
              lease_owner = NULL, lease_until = NULL
        WHERE id IN (:ids)`,
      { ids: rows.map(({ id }) => id) },
    );
  }
}
