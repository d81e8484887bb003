import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../../platform/errors/database-errors.js';
import { ulid } from '../../platform/ids/ulid.js';
import { onBehalfOf } from '../../platform/tracing/request-trace.js';
import { BulkUndo } from '../contacts/bulk-writes/bulk-undo.service.js';
import { BulkJobClaims, ClaimLost, type HeldJob } from './bulk-job-claims.js';
import type { WatchedJob } from './bulk-job-columns.js';
import { BulkJobFiles } from './bulk-job-files.js';
import { BulkJobLedger, type Ending } from './bulk-job-ledger.js';
import { commonOptions } from './bulk-job-options.js';
import type { BulkJobPhase } from './bulk-job-status.js';
import { JobFailed, type OpenWork, type WorkBatch } from './bulk-work.js';
import { BulkWorks } from './bulk-works.js';

/** When to leave a job to others. */
export interface RunOptions {
  /** Asked before each batch; false puts the job back for somebody else. */
  readonly goOn: () => boolean;
  /** So long it goes on while others wait for a worker; a minute unless told. */
  readonly sliceMs?: number;
}

const PUT_BACK = 'put back';
type Stop = Ending | typeof PUT_BACK;

const ROWS_TAKEN_BACK_AT_ONCE = 500;
const SLICE_MS = 60_000;
const LOOK_EVERY_MS = 500;
const RENEW_EVERY_MS = 10_000;
const MOST_RACES = 20;
/** So many faults one after the other, without a batch in between, and the job has failed. */
const MOST_FAULTS = 4;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];
const NEUTRAL_ERROR: Readonly<Record<BulkJobPhase, string>> = {
  work: 'An internal error occurred. What was written before it stays and can be undone.',
  undo: 'An internal error occurred while it was being undone. Undo it again to go on.',
};

/**
 * Does jobs, batch by batch.
 *
 * Failure policy: exactly once. A batch, what became of its rows and the place behind it are one transaction that holds the
 * row of the job and finds the claim there that this process has set; who dies leaves the job to whoever looks when the claim
 * has run out, and it goes on behind the last batch. A process that has lost its claim without knowing writes nothing more.
 * While the database is away it is asked again and again; any other error ends the job after a few tries.
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

  /** Does whichever job waits, to its end or for a while. @returns false when none does. */
  async runNext(options: RunOptions): Promise<boolean> {
    const held = await this.claims.takeNext(this.works.kinds, ulid());
    if (held === null) return false;
    await this.run(held, options, true);
    return true;
  }

  /**
   * Does this job in this process, or watches who else does it, until it has ended.
   * @param onProgress is told how it stands, now and then and at the end.
   * @param goOn false ends the call; the job is left to other processes, or for the next call.
   * @returns how it stands then.
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
        await sleep(LOOK_EVERY_MS);
      }
    } finally {
      clearInterval(looking);
    }
  }

  /** @returns how the job stands; null while the database is away. */
  private async runIfFree(jobId: number, goOn: () => boolean): Promise<WatchedJob | null> {
    try {
      const held = goOn() ? await this.claims.takeThis(jobId, ulid()) : null;
      if (held) await this.run(held, { goOn }, false);
      const job = await this.ledger.look(jobId);
      if (!job) throw new JobFailed('The job is not there any more.');
      return job;
    } catch (error) {
      // Whoever wants to leave need not wait for it.
      if (!isDatabaseUnavailable(error) || !goOn()) throw error;
      return null;
    }
  }

  private reportEvery(jobId: number, onProgress: (job: WatchedJob) => void): NodeJS.Timeout {
    const look = async (): Promise<void> => {
      const job = await this.ledger.look(jobId);
      if (job?.status === 'running') onProgress(job);
    };
    return setInterval(() => {
      look().catch(() => undefined);
    }, LOOK_EVERY_MS);
  }

  /** @param inTurns whether it makes room for others that wait. */
  private async run(held: HeldJob, options: RunOptions, inTurns: boolean): Promise<void> {
    const renewing = setInterval(() => {
      this.claims.renew(held).catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      const sliceEnds = inTurns ? performance.now() + (options.sliceMs ?? SLICE_MS) : Infinity;
      await onBehalfOf(held.requestId, () => this.toTheEnd(held, options, sliceEnds));
    } finally {
      clearInterval(renewing);
    }
  }

  private async toTheEnd(held: HeldJob, options: RunOptions, sliceEnds: number): Promise<void> {
    const since: { moved: boolean; phase: BulkJobPhase } = { moved: false, phase: 'work' };
    const run: Run = {
      held,
      goOn: options.goOn,
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
        const passes = isDatabaseUnavailable(error) || isRetryable(error);
        if (passes) this.logger.warn({ job: held.id }, 'A bulk job waits for the database');
        else if (error instanceof JobFailed) stop = { status: 'failed', error: error.message };
        else {
          faults += 1;
          this.logger.error({ err: error, job: held.id }, 'A batch of a bulk job failed');
          if (faults === MOST_FAULTS) stop = { status: 'failed', error: NEUTRAL_ERROR[since.phase] };
        }
        // Then the claim runs out by itself, and somebody else goes on.
        if (faults > MOST_FAULTS || (passes && !options.goOn())) return;
        await sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  private async leave(held: HeldJob, stop: Stop): Promise<void> {
    if (stop === PUT_BACK) {
      await this.claims.release(held);
      return;
    }
    await this.ledger.end(held, stop);
    this.logger.log({ job: held.id, status: stop.status }, 'A bulk job has ended');
    try {
      await this.files.removeOf(held.id);
    } catch (error) {
      this.logger.warn({ err: error, job: held.id }, 'The file of an import is removed later');
    }
  }

  private async carryOn(run: Run, found: (phase: BulkJobPhase) => void): Promise<Stop> {
    const job = await this.ledger.read(run.held);
    found(job.phase);
    if (job.phase === 'undo') return this.takeBack(job, run);
    if (job.cancelRequested === 1) return { status: 'cancelled' };
    const work = await this.works.of(job.kind).open(job);
    let ahead: Promise<WorkBatch | null> | null = null;
    try {
      if (job.total === null) await this.ledger.counted(run.held, await work.count());
      ahead = work.next();
      for (let position = job.position; ;) {
        const batch: WorkBatch | null = await ahead;
        if (batch === null) return { status: 'done' };
        if (!run.goOn()) return PUT_BACK;
        // Read while the batch before it is being written.
        ahead = work.next();
        ahead.catch(() => undefined);
        if ((await this.writeBatch(run.held, work, position, batch)) === 'cancelled') return { status: 'cancelled' };
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
      MOST_RACES,
      (error) => work.isRace?.(error) ?? false,
      async (tx) => {
        const stands = await this.claims.hold(tx, held);
        if (stands.position !== position) throw new ClaimLost();
        if (stands.cancelled) return 'cancelled';
        const results = await work.write(tx, batch);
        await this.ledger.worked(tx, held.id, batch.position, results);
        return 'written';
      },
    );
  }

  private async takeBack(job: WatchedJob, run: Run): Promise<Stop> {
    const { silent = false } = commonOptions(job);
    const how = {
      cause: { source: 'api', reason: `undo of ${NOUN[job.kind]} ${job.id}` },
      silent,
      jobId: job.id,
    } as const;
    for (;;) {
      if (!run.goOn()) return PUT_BACK;
      const wasLast = await this.db.racingTransaction(
        MOST_RACES,
        (error) => this.undo.isRace(error),
        async (tx) => {
          const { position } = await this.claims.hold(tx, run.held);
          const rows = await this.ledger.rowsBefore(tx, job.id, position, ROWS_TAKEN_BACK_AT_ONCE);
          const last = rows.at(-1);
          if (!last) return true;
          await this.ledger.tookBack(tx, job.id, last.rowNo, await this.undo.undo(tx, rows, how));
          return false;
        },
      );
      if (wasLast) return { status: 'undone' };
      if (await run.behindBatch()) return PUT_BACK;
    }
  }
}

const NOUN = { import: 'import', bulk_action: 'bulk action' } as const;

interface Run {
  readonly held: HeldJob;
  readonly goOn: () => boolean;
  /** Answers whether it is time to make room for others. */
  readonly behindBatch: () => Promise<boolean>;
}
