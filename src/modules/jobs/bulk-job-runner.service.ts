import { isContactRace } from '../contacts/contact/contact-locks.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable, isTransient } from '../../platform/errors/database-errors.js';
import { onBehalfOf } from '../../platform/tracing/request-trace.js';
import { BulkUndo } from '../contacts/bulk-writes/bulk-undo.service.js';
import { BulkJobClaims, ClaimLost, type HeldJob } from './bulk-job-claims.js';
import { commonOptions, type WatchedJob } from './watched-job.js';
import { BulkJobFiles } from './bulk-job-files.js';
import { BulkJobLedger, type Ending } from './bulk-job-ledger.js';
import { BULK_JOBS, type BulkJobPhase, NOUN } from './bulk-job-status.js';
import { BulkWorks, JobFailed, type OpenWork, type WorkBatch } from './bulk-work.js';

interface RunOptions {
  /** Asked before each batch; false releases the job. */
  readonly goOn: () => boolean;
  /** How long to keep the job while others wait; one minute by default. */
  readonly sliceMs?: number;
}

const PUT_BACK = 'put back';
type Stop = Ending | typeof PUT_BACK;

const ROWS_TAKEN_BACK_AT_ONCE = 500;
const SLICE_MS = 60_000;
const POLL_MS = 500;
const MAX_RACES = 20;
/** The job fails after this many consecutive errors without a batch in between. */
const MAX_FAULTS = 4;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [250, 10_000];
const NEUTRAL_ERROR: Readonly<Record<BulkJobPhase, string>> = {
  work: 'An internal error occurred. Changes made so far are kept and can be undone.',
  undo: 'An internal error occurred during the undo. Undo it again to continue.',
};

/**
 * Runs jobs batch by batch.
 *
 * Failure policy: exactly once. A batch, the results of its rows, and the new position are written in one transaction, which
 * locks the job and checks the claim. If a worker crashes, another one continues after the last batch once the lease expires.
 * A process that has lost its claim cannot write. Database outages are retried without limit; any other error ends the job
 * after a few attempts.
 */
@Injectable()
export class BulkJobRunner {
  private readonly logger = new Logger(BulkJobRunner.name);

  constructor(
    private readonly db: Database,
    private readonly works: BulkWorks,
    private readonly claims: BulkJobClaims,
    private readonly ledger: BulkJobLedger,
    private readonly files: BulkJobFiles,
    private readonly undo: BulkUndo,
  ) {}

  /** Runs the next waiting job, to its end or for one time slice. @returns false if no job waits. */
  async runNext({ goOn, sliceMs = SLICE_MS }: RunOptions): Promise<boolean> {
    const held = await this.claims.claimNext(this.works.kinds);
    if (held === null) return false;
    await this.run(held, goOn, performance.now() + sliceMs);
    return true;
  }

  /**
   * Runs this job in this process, or waits while another one runs it, until it has ended. @returns the job as it is then.
   * @param onProgress called periodically and at the end. @param goOn false ends the call; the job is released.
   */
  async runHere(
    jobId: number,
    onProgress: (job: WatchedJob) => void = () => undefined,
    goOn: () => boolean = () => true,
  ): Promise<WatchedJob> {
    const looking = this.reportEvery(jobId, onProgress);
    try {
      for (;;) {
        const job = await this.runIfFree(jobId, goOn);
        if (job !== null && (!goOn() || !['queued', 'running'].includes(job.status))) {
          onProgress(job);
          return job;
        }
        await sleep(POLL_MS);
      }
    } finally {
      clearInterval(looking);
    }
  }

  /** @returns the job; null while the database is unavailable. */
  private async runIfFree(jobId: number, goOn: () => boolean): Promise<WatchedJob | null> {
    try {
      const held = goOn() ? await this.claims.claimById(jobId) : null;
      if (held) await this.run(held, goOn, Infinity);
      const job = await this.ledger.find(jobId);
      if (!job) throw new JobFailed('The job no longer exists.');
      return job;
    } catch (error) {
      // A call that is to end must not wait for the database.
      if (!isDatabaseUnavailable(error) || !goOn()) throw error;
      return null;
    }
  }

  private reportEvery(jobId: number, onProgress: (job: WatchedJob) => void): NodeJS.Timeout {
    const look = async (): Promise<void> => {
      const job = await this.ledger.find(jobId);
      if (job?.status === 'running') onProgress(job);
    };
    return setInterval(() => {
      look().catch(() => undefined);
    }, POLL_MS);
  }

  /** @param sliceEnds when to release the job if others wait. */
  private async run(held: HeldJob, goOn: () => boolean, sliceEnds: number): Promise<void> {
    const endRenewals = this.claims.keepRenewed(held);
    try {
      await onBehalfOf(held.requestId, () => this.toTheEnd(held, goOn, sliceEnds));
    } finally {
      endRenewals();
    }
  }

  private async toTheEnd(held: HeldJob, goOn: () => boolean, sliceEnds: number): Promise<void> {
    const since: { moved: boolean; phase: BulkJobPhase } = { moved: false, phase: 'work' };
    const run: Run = {
      held,
      goOn,
      behindBatch: async () => {
        since.moved = true;
        return performance.now() >= sliceEnds && (await this.claims.anyWaits(this.works.kinds));
      },
    };
    let stop: Stop | null = null;
    for (let [faults, pause] = [0, FIRST_PAUSE_MS]; ;) {
      try {
        stop ??= await this.carryOn(run, (phase) => {
          since.phase = phase;
        });
        await this.leave(held, stop);
        return;
      } catch (error) {
        if (error instanceof ClaimLost) return;
        if (since.moved) [since.moved, faults, pause] = [false, 0, FIRST_PAUSE_MS];
        const isPassing = isTransient(error);
        if (isPassing) this.logger.warn({ job: held.id }, 'Bulk job is waiting for the database');
        else if (error instanceof JobFailed) stop = { event: 'fail', error: error.message };
        else {
          faults += 1;
          this.logger.error({ err: error, job: held.id }, 'Bulk job batch failed');
          if (faults === MAX_FAULTS) stop = { event: 'fail', error: NEUTRAL_ERROR[since.phase] };
        }
        // The lease expires, and another worker continues the job.
        if (faults > MAX_FAULTS || (isPassing && !goOn())) return;
        await sleep(pause);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
  }

  private async leave(held: HeldJob, stop: Stop): Promise<void> {
    if (stop === PUT_BACK) {
      await this.claims.release(held);
      return;
    }
    await this.ledger.end(held, stop);
    this.logger.log({ job: held.id, status: BULK_JOBS.to(stop.event) }, 'Bulk job ended');
    try {
      await this.files.removeOf(held.id);
    } catch (error) {
      this.logger.warn({ err: error, job: held.id }, 'Import file removal failed; retention removes it later');
    }
  }

  private async carryOn(run: Run, found: (phase: BulkJobPhase) => void): Promise<Stop> {
    const job = await this.ledger.read(run.held);
    found(job.phase);
    if (job.phase === 'undo') return this.revertRow(job, run);
    if (job.cancelRequested === 1) return { event: 'stop' };
    const work = await this.works.of(job.kind).open(job);
    let ahead: Promise<WorkBatch | null> | null = null;
    try {
      if (job.total === null) await this.ledger.saveTotal(run.held, await work.count());
      ahead = work.next();
      for (let position = job.position; ;) {
        const batch: WorkBatch | null = await ahead;
        if (batch === null) return { event: 'finish' };
        if (!run.goOn()) return PUT_BACK;
        // Read ahead while the previous batch is written.
        ahead = work.next();
        ahead.catch(() => undefined);
        if ((await this.writeBatch(run.held, work, position, batch)) === 'cancelled') return { event: 'stop' };
        position = batch.position;
        if (await run.behindBatch()) return PUT_BACK;
      }
    } finally {
      await ahead?.catch(() => undefined);
      await work.close();
    }
  }

  private async writeBatch(
    held: HeldJob,
    work: OpenWork,
    position: number,
    batch: WorkBatch,
  ): Promise<'written' | 'cancelled'> {
    return this.db.racingTransaction(
      MAX_RACES,
      (error) => work.isRace?.(error) ?? false,
      async (tx) => {
        const job = await this.claims.lock(tx, held);
        if (job.position !== position) throw new ClaimLost();
        if (job.cancel_requested === 1) return 'cancelled';
        const results = await work.write(tx, batch);
        await this.ledger.recordBatch(tx, held.id, batch.position, results);
        return 'written';
      },
    );
  }

  private async revertRow(job: WatchedJob, run: Run): Promise<Stop> {
    const { silent = false } = commonOptions(job);
    const how = {
      cause: { source: 'api', reason: `undo of ${NOUN[job.kind]} ${job.id}` },
      silent,
      jobId: job.id,
    } as const;
    for (;;) {
      if (!run.goOn()) return PUT_BACK;
      const wasLast = await this.db.racingTransaction(MAX_RACES, isContactRace, async (tx) => {
        const { position } = await this.claims.lock(tx, run.held);
        const rows = await this.ledger.rowsBefore(tx, job.id, position, ROWS_TAKEN_BACK_AT_ONCE);
        const last = rows.at(-1);
        if (!last) return true;
        await this.ledger.reverted(tx, job.id, last.rowNo, await this.undo.undo(tx, rows, how));
        return false;
      });
      if (wasLast) return { event: 'finishUndo' };
      if (await run.behindBatch()) return PUT_BACK;
    }
  }
}

interface Run {
  readonly held: HeldJob;
  readonly goOn: () => boolean;
  /** Returns whether to release the job for others. */
  readonly behindBatch: () => Promise<boolean>;
}
