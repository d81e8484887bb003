import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../database/database.js';
import { ProcessHeartbeat } from '../health/process-heartbeat.js';
import { Metrics } from '../metrics/metrics.js';
import { type TaskRun, taskRunsOf } from './periodic.js';

/** Timers are not exact: without this a worker would find its own next turn too early. */
const TURN_TOLERANCE = 0.9;
const RENEWALS_PER_TURN = 3;
/** Longer intervals cost nothing, and their turns would be too rare. */
const LONGEST_TURN_MS = 10_000;

/**
 * Starts the methods that are marked with `Periodic`. A run that fails is repeated after the interval. The turn of a task that runs on one
 * worker is a row with the time at which it was taken; a worker that dies keeps it for one interval.
 */
@Injectable()
export class PeriodicTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly runs: TaskRun[] = [];
  private heartbeat: Pick<ProcessHeartbeat, 'place'> = { place: { index: 0, of: 1 } };
  private readonly counted;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly timers: SchedulerRegistry,
    private readonly db: Database,
    metrics: Metrics,
  ) {
    this.counted = {
      runs: metrics.counter('carillon_task_runs_total', 'Runs of periodic tasks', ['task', 'outcome']),
      seconds: metrics.counter('carillon_task_seconds_total', 'Time that periodic tasks have run', ['task']),
    };
  }

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders() as { instance: unknown }[])
      if (instance instanceof ProcessHeartbeat && instance.kind === 'worker') this.heartbeat = instance;
      else if (typeof instance === 'object' && instance !== null)
        for (const run of taskRunsOf(instance).values()) this.schedule(run);
  }

  /** A step that is under way needs the database until it has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.stop()));
  }

  private schedule(run: TaskRun): void {
    const { name, everyMs, atStart = false } = run.task;
    this.runs.push(run);
    run.observer = (outcome, seconds) => {
      this.counted.runs.inc({ task: name, outcome });
      this.counted.seconds.inc({ task: name }, seconds);
    };
    const tick = (): void => void this.tick(run);
    if (atStart) tick();
    const begin = (): void => {
      tick();
      this.timers.addInterval(name, setInterval(tick, everyMs));
    };
    // Spread, so that the workers of a deployment that were started together do not run in step.
    this.timers.addTimeout(name, setTimeout(begin, everyMs * (0.5 + Math.random() / 2)));
  }

  private async tick(run: TaskRun): Promise<void> {
    const { name, everyMs, onOneWorker = false, isShared = onOneWorker && everyMs <= LONGEST_TURN_MS } = run.task;
    const { index, of } = this.heartbeat.place;
    const turn = Math.floor(Date.now() / everyMs);
    if (isShared && (turn % of !== index || turn === run.turn)) return;
    run.turn = turn;
    if (!onOneWorker) return run.start();
    if (!(await this.claimRun(name, everyMs).catch(() => false))) return;
    const renewal = setInterval(() => void this.renewRun(name).catch(() => undefined), everyMs / RENEWALS_PER_TURN);
    await run.start();
    clearInterval(renewal);
  }

  private async claimRun(task: string, everyMs: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      // A turn far in the future was taken while the clock was ahead. One in the near future was taken while this statement
      // waited for the row: NOW() is the start of a statement.
      const sql = `UPDATE task_turns SET taken_at = NOW(3)
        WHERE task = :task AND NOT taken_at BETWEEN NOW(3) - INTERVAL :us MICROSECOND AND NOW(3) + INTERVAL :us MICROSECOND`;
      const taken = await tx.execute(sql, { task, us: Math.round(everyMs * TURN_TOLERANCE * 1_000) });
      if (taken.affectedRows > 0) return true;
      // The first run of all. After the update: workers that insert the same row and then update it would deadlock.
      const first = await tx.execute('INSERT IGNORE INTO task_turns (task, taken_at) VALUES (:task, NOW(3))', { task });
      return first.affectedRows > 0;
    });
  }

  private async renewRun(task: string): Promise<void> {
    await this.db.execute('UPDATE task_turns SET taken_at = NOW(3) WHERE task = :task', { task });
  }
}
