import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import type { BulkJobKind } from './bulk-job-status.js';

/** A job that this process has in hand. */
export interface HeldJob {
  readonly id: number;
  readonly claim: string;
  /** The request that asked for it. */
  readonly requestId: string | null;
}

/** Somebody else has the job by now: nothing of it may be written any more. */
export class ClaimLost extends Error {}

/** Without a sign of life for so long a worker counts as dead. */
export const CLAIMED_FOR = 'NOW(3) + INTERVAL 30 SECOND';
const IS_FREE = "status IN ('queued', 'running') AND (claimed_until IS NULL OR claimed_until <= NOW(3))";

/** Which process does a job, by the clock of the database. A claim is renewed with every batch and in long pauses. */
@Injectable()
export class BulkJobClaims {
  constructor(private readonly db: Database) {}

  /** Takes whichever job has waited longest: those that nobody has begun, then those that were put back. */
  async takeNext(kinds: readonly BulkJobKind[], claim: string): Promise<HeldJob | null> {
    if (kinds.length === 0) return null;
    return this.take(claim, 'kind IN (:kinds) ORDER BY claimed_until, id', { kinds });
  }

  /** Takes this job, unless somebody has it or it has ended. */
  async takeThis(id: number, claim: string): Promise<HeldJob | null> {
    return this.take(claim, 'id = :id', { id });
  }

  /** Says that its worker lives. */
  async renew({ id, claim }: HeldJob): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(`UPDATE bulk_jobs SET claimed_until = ${CLAIMED_FOR} WHERE id = :id AND claim = :claim`, {
        id,
        claim,
      }),
    );
  }

  /** Puts it back behind those that wait. */
  async release({ id, claim }: HeldJob): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute('UPDATE bulk_jobs SET claim = NULL, claimed_until = NOW(3) WHERE id = :id AND claim = :claim', {
        id,
        claim,
      }),
    );
  }

  /** Whether a job waits that nobody has in hand. */
  async anyWaits(kinds: readonly BulkJobKind[]): Promise<boolean> {
    const [waiting] = await this.db.query<{ id: number }>(
      `SELECT id FROM bulk_jobs WHERE ${IS_FREE} AND kind IN (:kinds) LIMIT 1`,
      { kinds },
    );
    return waiting !== undefined;
  }

  /**
   * Locks the job for a batch. Whoever writes the batch down (`BulkJobLedger`) renews the claim.
   * @throws ClaimLost
   */
  async hold(tx: Tx, { id, claim }: HeldJob): Promise<{ readonly position: number; readonly cancelled: boolean }> {
    const [row] = await tx.query<{ claim: string | null; position: number; cancel_requested: number }>(
      'SELECT claim, position, cancel_requested FROM bulk_jobs WHERE id = :id FOR UPDATE',
      { id },
    );
    if (row?.claim !== claim) throw new ClaimLost();
    return { position: row.position, cancelled: row.cancel_requested === 1 };
  }

  private async take(
    claim: string,
    which: string,
    params: Readonly<Record<string, number | readonly string[]>>,
  ): Promise<HeldJob | null> {
    return this.db.transaction(async (tx) => {
      const [free] = await tx.query<{ id: number; requestId: string | null }>(
        `SELECT id, request_id AS requestId FROM bulk_jobs WHERE ${IS_FREE} AND ${which} LIMIT 1 FOR UPDATE SKIP LOCKED`,
        params,
      );
      if (!free) return null;
      await tx.execute(
        `UPDATE bulk_jobs
            SET status = 'running', claim = :claim, claimed_until = ${CLAIMED_FOR}, started_at = COALESCE(started_at, NOW(3))
          WHERE id = :id`,
        { id: free.id, claim },
      );
      return { ...free, claim };
    });
  }
}
