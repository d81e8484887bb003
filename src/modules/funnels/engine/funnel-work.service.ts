import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Counter } from 'prom-client';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable, isTransient } from '../../../platform/errors/database-errors.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { QueueNotifier } from '../../../platform/queue/queue-notifier.js';
import { QUEUE, type QueueNotification } from '../../../platform/queue/queues.js';
import { HttpCalls } from '../../http-calls/http-calls.service.js';
import type { ActionName } from '../definition/action-catalog.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import type { EnrollmentAtStep } from './actions/step-action.js';
import { dueAmong, dueIn } from './due-enrollments.js';
import { type Advanced, StepRunner } from './step-runner.service.js';

const BATCH_SIZE = 200;
const CONCURRENCY = 3;
/** Due times within this range get a timer; the sweep runs every second. */
const TIMER_RANGE_MS = 1_500;
const TIMER_DELAY_MS = 3;
/** After this many failed attempts, the step is recorded as failed and the enrollment continues. */
const MAX_TRIES = 3;
const RETRY_MINUTES = [1, 5, 30];

const NOTHING_DUE = { found: 0, moved: 0, ran: new Set<ActionName>() };

interface Run {
  again: boolean;
  done: Promise<void>;
}

/**
 * Runs due steps of funnels.
 *
 * Each transaction moves enrollments by one step, so a crash loses nothing, and workers skip enrollments that another one has
 * locked. If a batch fails, each enrollment is tried alone; the failing one is retried later, and its step given up after
 * `MAX_TRIES`, so that it never blocks others.
 */
@Injectable()
export class FunnelWork {
  private readonly logger = new Logger(FunnelWork.name);
  private readonly runs = new Map<number, Run>();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly queue: (() => void)[] = [];
  private readonly steps: Counter;
  private free = CONCURRENCY;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly runner: StepRunner,
    private readonly calls: HttpCalls,
    metrics: Metrics,
  ) {
    this.steps = metrics.counter('carillon_funnel_steps_total', 'Funnel steps that ran, per enrollment');
  }

  /** Never throws; a call during a run makes it check once more. */
  async work(funnelId: number): Promise<void> {
    const current = this.runs.get(funnelId);
    if (current) {
      current.again = true;
      return current.done;
    }
    if (this.stopping) return;
    const run: Run = { again: true, done: Promise.resolve() };
    this.runs.set(funnelId, run);
    run.done = (async () => {
      await this.acquireSlot();
      try {
        while (run.again && !this.stopping) {
          run.again = false;
          await this.runDue(funnelId);
        }
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Funnels are waiting for the database');
        else this.logger.error({ err: error, funnel: funnelId }, 'Funnel run failed; retrying');
      } finally {
        this.runs.delete(funnelId);
        this.releaseSlot();
      }
    })();
    return run.done;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.allSettled([...this.runs.values()].map(({ done }) => done));
  }

  private async runDue(funnelId: number): Promise<void> {
    for (let more = true; more && !this.stopping;) {
      const batch: number[] = [];
      try {
        const { found, moved, ran } = await this.advanceSome(funnelId, batch);
        // Steps without a wait lead directly to the next one.
        more = found > 0;
        this.steps.inc(moved);
        // Only a hint: calls are polled, too.
        if (ran.has('http_request')) void this.calls.wake();
        await this.yieldSlot();
      } catch (error) {
        if (isTransient(error) || batch.length === 0) throw error;
        for (const entryId of batch) await this.advanceAlone(funnelId, entryId);
      }
    }
    await this.scheduleNext(funnelId);
  }

  private async advanceSome(funnelId: number, batch: number[]): Promise<Advanced & { readonly found: number }> {
    return this.db.transaction(async (tx) => {
      batch.length = 0;
      const funnel = await this.funnels.hold(tx, funnelId);
      if (funnel?.status !== 'published') return NOTHING_DUE;
      const now = await this.clock.now(tx);
      const due = await dueIn(tx, funnelId, BATCH_SIZE, now);
      if (due.length === 0) return NOTHING_DUE;
      batch.push(...due.map(({ id }) => id));
      return { found: due.length, ...(await this.runner.advance(tx, funnel, due, now)) };
    });
  }

  private async advanceAlone(funnelId: number, entryId: number): Promise<void> {
    let found: EnrollmentAtStep | undefined;
    try {
      await this.db.transaction(async (tx) => {
        const funnel = await this.funnels.hold(tx, funnelId);
        if (funnel?.status !== 'published') return;
        const now = await this.clock.now(tx);
        [found] = await dueAmong(tx, [entryId], now, 'SKIP LOCKED');
        if (found) await this.runner.advance(tx, funnel, [found], now, { giveUp: found.tries >= MAX_TRIES });
      });
    } catch (error) {
      if (isTransient(error)) throw error;
      this.logger.error(
        { err: error, funnel: funnelId, entry: entryId, tries: found?.tries },
        'Funnel step failed; retrying',
      );
      if (found) await this.retryLater(found);
    }
  }

  /** Does nothing if another process has run the step meanwhile. */
  private async retryLater({ id, nextStepId, tries }: EnrollmentAtStep): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const later = new Date(now.getTime() + (RETRY_MINUTES[tries] ?? 30) * 60_000);
      await tx.execute(
        `UPDATE funnel_entries SET tries = LEAST(:tries + 1, 255), due_at = :later
          WHERE id = :id AND due_at <= :now AND next_step_id <=> :nextStepId AND tries = :tries`,
        { id, nextStepId, tries, now, later },
        { ids: [] },
      );
    });
  }

  /** Only an optimization: the sweep finds all due work. */
  private async scheduleNext(funnelId: number): Promise<void> {
    const now = await this.clock.now(this.db);
    const [next] = await this.db.query<{ at: Date | null }>(
      'SELECT MIN(due_at) AS at FROM funnel_entries WHERE funnel_id = :funnelId AND due_at > :now',
      { funnelId, now },
    );
    if (!next?.at || this.stopping) return;
    const wait = next.at.getTime() - now.getTime();
    if (wait > TIMER_RANGE_MS) return;
    clearTimeout(this.timers.get(funnelId));
    const timer = setTimeout(() => {
      this.timers.delete(funnelId);
      void this.work(funnelId);
    }, wait + TIMER_DELAY_MS);
    timer.unref();
    this.timers.set(funnelId, timer);
  }

  private async acquireSlot(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Yields between transactions, so that large funnels do not block others. */
  private async yieldSlot(): Promise<void> {
    if (this.queue.length === 0) return;
    this.releaseSlot();
    await this.acquireSlot();
  }

  private releaseSlot(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.free += 1;
  }
}

/** Notifies any free worker of due funnels; without Redis, this process runs them. */
@Injectable()
export class FunnelNotifier {
  constructor(
    private readonly notifier: QueueNotifier,
    private readonly work: FunnelWork,
    @InjectQueue(QUEUE.funnelSteps) private readonly queue: Queue<QueueNotification>,
  ) {}

  notify(funnelIds: Iterable<number>): void {
    if (this.notifier.isConnected(this.queue)) this.notifier.notify(this.queue, funnelIds);
    else for (const id of funnelIds) void this.work.work(id);
  }
}
