import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { idsOf } from '../../platform/ids/ids.js';
import { Lease, type LeasedRow, leaseHolder, REQUEST_LEASE_SECONDS } from '../../platform/work/lease.js';
import { LeaseWatch } from '../../platform/work/lease-watch.js';
import { type CallOutcome, MAX_ATTEMPTS } from './call-outcome.js';
import { CALLS } from './http-call.entity.js';

/** A request that only this process may send until its lease ends. */
export interface ClaimedCall extends LeasedRow {
  readonly id: number;
  readonly funnelId: number;
  readonly entryId: number;
  readonly stepId: number;
  readonly request: string;
  readonly attempts: number;
  readonly fence: number;
}

interface CallRow extends ClaimedCall {
  readonly state: 'pending' | 'calling';
}

const LEASE = new Lease({
  table: 'funnel_http_calls',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "state = 'calling'",
});
/** For an empty NOT IN; no funnel has this id. */
const NONE = 0;

/** Claims due requests. Due times use the funnel clock, leases the database clock. */
@Injectable()
export class HttpCallClaims {
  private readonly holder = leaseHolder(REQUEST_LEASE_SECONDS);

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly watch: LeaseWatch,
  ) {}

  /** Claims due and abandoned requests, longest due first, but none of deleted funnels and of those in `except`. */
  async claim(limit: number, except: readonly number[]): Promise<readonly ClaimedCall[]> {
    return this.db.transaction(async (tx) => {
      const rows = await this.lockedRows(tx, limit, except.length === 0 ? [NONE] : except);
      const exhausted = rows.filter(({ state, attempts }) => state === 'calling' && attempts >= MAX_ATTEMPTS);
      await CALLS.moveLocked(tx, 'fail', idsOf(exhausted), {
        set: `error = 'interrupted', request = NULL, settled_at = NOW(3), ${LEASE.revoked}`,
      });
      const claimable = rows.filter((row) => !exhausted.includes(row));
      if (claimable.length === 0) return [];
      const claimed = `${CALLS.becomes('claim')}, attempts = attempts + 1, next_attempt_at = NULL`;
      const taken = await LEASE.take(tx, claimable, this.holder, claimed);
      return taken.map(({ attempts, fence, ...row }) => ({ ...row, attempts: attempts + 1, fence: fence + 1 }));
    });
  }

  /** Ignored if the lease was taken over or the row is gone. */
  async settle(call: ClaimedCall, { state, status, error, retryInMs }: CallOutcome): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      await LEASE.write(
        tx,
        call,
        `state = :state, response_status = :status, error = :error, next_attempt_at = :next, settled_at = :settledAt,
         request = IF(:state = 'pending', request, NULL), ${LEASE.released}`,
        {
          ...{ state, status, error },
          next: retryInMs === null ? null : new Date(now.getTime() + retryInMs),
          settledAt: state === 'pending' ? null : now,
        },
      );
    });
  }

  /** Finds rows without locks, then locks them by primary key, so that concurrent workers share the work. */
  private async lockedRows(tx: Tx, limit: number, except: readonly number[]): Promise<CallRow[]> {
    const [now, mayJudge] = await Promise.all([this.clock.now(tx), this.watch.mayJudge(tx, REQUEST_LEASE_SECONDS)]);
    const isAbandoned = mayJudge ? LEASE.isAbandoned : 'FALSE';
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
           WHERE ${isAbandoned} AND c.funnel_id NOT IN (:except) LIMIT ${limit})) due
       ORDER BY since LIMIT ${limit}`,
      { now, except },
    );
    if (found.length === 0) return [];
    return tx.query<CallRow>(
      `SELECT id, funnel_id AS funnelId, entry_id AS entryId, step_id AS stepId, request, attempts, fence, state
         FROM funnel_http_calls FORCE INDEX (PRIMARY)
        WHERE id IN (:ids)
          AND (state = 'pending' AND next_attempt_at <= :now OR ${isAbandoned})
        ORDER BY id FOR UPDATE SKIP LOCKED`,
      { ids: idsOf(found), now },
    );
  }

  /** Returns the funnels with the longest due requests; the cost does not depend on the number of requests. */
  private async longestDue(tx: Tx, now: Date, limit: number, except: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ funnelId: number }>(
      `SELECT f.id AS funnelId,
              (SELECT c.next_attempt_at FROM funnel_http_calls c FORCE INDEX (ix_funnel_http_calls_due)
                WHERE c.state = 'pending' AND c.funnel_id = f.id ORDER BY c.state, c.funnel_id, c.next_attempt_at LIMIT 1) AS since
         FROM funnels f
        WHERE f.deleted_at IS NULL AND f.id NOT IN (:except)
       HAVING since <= :now ORDER BY since LIMIT ${limit}`,
      { now, except },
    );
    return rows.map(({ funnelId }) => funnelId);
  }
}
