import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { keepRenewed, Lease, type LeasedRow, leaseHolder } from '../../platform/work/lease.js';
import { BULK_JOBS, type BulkJobKind } from './bulk-job-status.js';

/** A job that this process has claimed. The owner of the claim is the fence. */
export interface HeldJob extends LeasedRow {
  readonly id: number;
  readonly fence: string;
  /** The request that created the job. */
  readonly requestId: string | null;
}

/** Another process has claimed the job; this one must not write to it any more. */
export class ClaimLost extends Error {}

const LEASE_SECONDS = 30;
export const JOB_LEASE = new Lease({ table: 'bulk_jobs', owner: 'claim', until: 'claimed_until' });
/** Extends the lease in statements that write a batch. */
export const LEASE_EXTENDED = JOB_LEASE.extended({ seconds: LEASE_SECONDS });
const IS_WAITING = `${BULK_JOBS.may('claim')} AND ${JOB_LEASE.isFree}`;

@Injectable()
export class BulkJobClaims {
  constructor(private readonly db: Database) {}

  /** Claims the job that has waited longest: jobs that never ran first, then released ones. */
  async claimNext(kinds: readonly BulkJobKind[]): Promise<HeldJob | null> {
    if (kinds.length === 0) return null;
    return this.take('kind IN (:kinds) ORDER BY claimed_until, id', { kinds });
  }

  /** Claims this job, unless another process has it or it has ended. */
  async claimById(id: number): Promise<HeldJob | null> {
    return this.take('id = :id', { id });
  }

  /** @returns a function that stops the renewals. */
  keepRenewed(held: HeldJob): () => void {
    const holder = { owner: held.fence, seconds: LEASE_SECONDS };
    return keepRenewed(holder, () => JOB_LEASE.renew(this.db, [held], holder));
  }

  /** Releases the job to the end of the queue. */
  async release(held: HeldJob): Promise<void> {
    await this.db.transaction((tx) => JOB_LEASE.write(tx, held, 'claim = NULL, claimed_until = NOW(3)'));
  }

  /** Returns whether a job waits for a worker. */
  async anyWaits(kinds: readonly BulkJobKind[]): Promise<boolean> {
    const rows = await this.db.query(`SELECT id FROM bulk_jobs WHERE ${IS_WAITING} AND kind IN (:kinds) LIMIT 1`, {
      kinds,
    });
    return rows.length > 0;
  }

  /** Locks the job for a batch. The ledger extends the lease when it writes the batch. @throws ClaimLost */
  async lock(tx: Tx, held: HeldJob): Promise<{ readonly position: number; readonly cancel_requested: number }> {
    const { held: rows } = await JOB_LEASE.lock<{ position: number; cancel_requested: number }, HeldJob>(
      tx,
      [held],
      'position, cancel_requested',
    );
    const row = rows.get(held);
    if (!row) throw new ClaimLost();
    return row;
  }

  private async take(
    which: string,
    params: Readonly<Record<string, number | readonly string[]>>,
  ): Promise<HeldJob | null> {
    const holder = leaseHolder(LEASE_SECONDS);
    return this.db.transaction(async (tx) => {
      const [free] = await tx.query<{ id: number; fence: string | null; requestId: string | null }>(
        `SELECT id, claim AS fence, request_id AS requestId FROM bulk_jobs WHERE ${IS_WAITING} AND ${which} LIMIT 1 FOR UPDATE SKIP LOCKED`,
        params,
      );
      if (!free) return null;
      const started = `${BULK_JOBS.becomes('claim')}, started_at = COALESCE(started_at, NOW(3))`;
      const [taken] = await JOB_LEASE.take(tx, [free], holder, started);
      return taken ? { ...taken, fence: holder.owner } : null;
    });
  }
}
