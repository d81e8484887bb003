import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../../../platform/errors/database-errors.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { EmailSource } from '../../../events/email-state.js';
import { NOTICE_SOURCE } from '../../system-emails/notices/notices.service.js';
import { SendingBellService } from '../../sending/sending-bell.service.js';
import type { ActionName } from '../definition/step.js';
import { HttpCalls } from '../http-calls/http-calls.service.js';
import { RunningFunnels } from '../running-funnels.service.js';
import type { EntryAtStep } from './step-action.js';
import { type Advanced, StepRunner } from './step-runner.service.js';

const ENTRIES_AT_ONCE = 200;
/** Funnels that one process works on at the same time. */
const AT_ONCE = 3;
/** The sweeper looks every second; what is due before is rung by the process that knows. */
const OWN_ALARM_MS = 1_500;
const ALARM_LATE_MS = 3;
/** After so many tries a step that fails for reasons of its own is given up, and the way goes on after it. */
const MAX_TRIES = 3;
const RETRY_MINUTES = [1, 5, 30];

const MAILS = ['send_custom_email', 'send_campaign_email'] as const satisfies readonly ActionName[];
const NOTHING_DUE = { found: 0, moved: 0, ran: new Set<ActionName>() };

interface Run {
  again: boolean;
  done: Promise<void>;
}

/**
 * Works on funnels until nothing in them is due.
 *
 * Failure policy: each transaction moves entries by one step or does nothing at all, and what is due stands in MySQL. So a
 * process may die anywhere, and any number of them may work on one funnel: each locks the entries it moves, and the others
 * skip those. When a batch fails, each of its entries is tried alone; the one at fault is put off, and its step given up
 * after three tries, so that it holds up neither the others nor itself for ever.
 */
@Injectable()
export class FunnelWork {
  private readonly logger = new Logger(FunnelWork.name);
  private readonly runs = new Map<number, Run>();
  private readonly alarms = new Map<number, NodeJS.Timeout>();
  private readonly queue: (() => void)[] = [];
  private readonly steps: Counter;
  private free = AT_ONCE;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly runner: StepRunner,
    private readonly mails: SendingBellService,
    private readonly calls: HttpCalls,
    metrics: Metrics,
  ) {
    this.steps = metrics.counter('carillon_funnel_steps_total', 'Steps of funnels that were taken, one per entry');
  }

  /** Never throws; a ring that comes meanwhile makes it look once more. */
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
      await this.takeTurn();
      try {
        while (run.again && !this.stopping) {
          run.again = false;
          await this.workOff(funnelId);
        }
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Funnels wait for the database');
        else this.logger.error({ err: error, funnel: funnelId }, 'A funnel stopped and will be taken up again');
      } finally {
        this.runs.delete(funnelId);
        this.endTurn();
      }
    })();
    return run.done;
  }

  /** Takes nothing new, and waits for the transactions that are under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.alarms.values()) clearTimeout(timer);
    await Promise.allSettled([...this.runs.values()].map(({ done }) => done));
  }

  private async workOff(funnelId: number): Promise<void> {
    for (let more = true; more && !this.stopping;) {
      const batch: number[] = [];
      try {
        const { found, moved, ran } = await this.advanceSome(funnelId, batch);
        // Steps without a wait lead straight to the next one.
        more = found > 0;
        this.steps.inc(moved);
        this.passOn(funnelId, ran);
        await this.letOthers();
      } catch (error) {
        if (isDatabaseUnavailable(error) || isRetryable(error) || batch.length === 0) throw error;
        for (const entryId of batch) await this.advanceAlone(funnelId, entryId);
      }
    }
    await this.setAlarm(funnelId);
  }

  /** Only hints: whoever sends and calls finds by himself what is due. */
  private passOn(funnelId: number, ran: ReadonlySet<ActionName>): void {
    const ring = (source: EmailSource): void => void this.mails.ring(source).catch(() => undefined);
    if (MAILS.some((action) => ran.has(action))) ring({ type: 'funnel', id: funnelId });
    if (ran.has('notify_manager')) ring(NOTICE_SOURCE);
    if (ran.has('http_request')) void this.calls.wake();
  }

  private async advanceSome(funnelId: number, batch: number[]): Promise<Advanced & { readonly found: number }> {
    return this.db.transaction(async (tx) => {
      batch.length = 0;
      const funnel = await this.funnels.hold(tx, funnelId);
      if (funnel?.status !== 'published') return NOTHING_DUE;
      const now = await this.clock.now(tx);
      const due = await this.runner.due(tx, funnelId, ENTRIES_AT_ONCE, now);
      if (due.length === 0) return NOTHING_DUE;
      batch.push(...due.map(({ id }) => id));
      return { found: due.length, ...(await this.runner.advance(tx, funnel, due, now)) };
    });
  }

  private async advanceAlone(funnelId: number, entryId: number): Promise<void> {
    let found: EntryAtStep | undefined;
    try {
      await this.db.transaction(async (tx) => {
        const funnel = await this.funnels.hold(tx, funnelId);
        if (funnel?.status !== 'published') return;
        const now = await this.clock.now(tx);
        [found] = await this.runner.dueOne(tx, entryId, now);
        if (found) await this.runner.advance(tx, funnel, [found], now, { giveUp: found.tries >= MAX_TRIES });
      });
    } catch (error) {
      if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
      this.logger.error(
        { err: error, funnel: funnelId, entry: entryId, tries: found?.tries },
        'A step failed and is tried again later',
      );
      if (found) await this.putOff(found);
    }
  }

  /** Unless another process has taken the step meanwhile. */
  private async putOff({ id, nextStepId, tries }: EntryAtStep): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const later = new Date(now.getTime() + (RETRY_MINUTES[tries] ?? 30) * 60_000);
      await tx.execute(
        `UPDATE funnel_entries SET tries = LEAST(:tries + 1, 255), due_at = :later
          WHERE id = :id AND due_at <= :now AND next_step_id <=> :nextStepId AND tries = :tries`,
        { id, nextStepId, tries, now, later },
      );
    });
  }

  /** Only a hint; the sweeper finds whatever is forgotten here. */
  private async setAlarm(funnelId: number): Promise<void> {
    const now = await this.clock.now(this.db);
    const [next] = await this.db.query<{ at: Date | null }>(
      'SELECT MIN(due_at) AS at FROM funnel_entries WHERE funnel_id = :funnelId AND due_at > :now',
      { funnelId, now },
    );
    if (!next?.at || this.stopping) return;
    const wait = next.at.getTime() - now.getTime();
    if (wait > OWN_ALARM_MS) return;
    clearTimeout(this.alarms.get(funnelId));
    const timer = setTimeout(() => {
      this.alarms.delete(funnelId);
      void this.work(funnelId);
    }, wait + ALARM_LATE_MS);
    timer.unref();
    this.alarms.set(funnelId, timer);
  }

  private async takeTurn(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** A crowd takes many transactions; those who wait are not to wait for all of them. */
  private async letOthers(): Promise<void> {
    if (this.queue.length === 0) return;
    this.endTurn();
    await this.takeTurn();
  }

  private endTurn(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.free += 1;
  }
}
