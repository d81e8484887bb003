import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, type Tx } from '../../src/platform/database/database.js';
import { ProcessHeartbeat } from '../../src/platform/health/process-heartbeat.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Periodic } from '../../src/platform/work/periodic.js';
import { PeriodicTasks } from '../../src/platform/work/periodic-tasks.service.js';
import { statementRunning } from '../support/running-statement.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const EVERY_MS = 200;
const SHARED = 'Shared test task';
const RARE = 'Rare test task';

@Injectable()
class Work {
  runs = 0;
  shared = 0;
  runMs = 0;
  underWay = 0;
  mostAtOnce = 0;
  error: Error | null = null;

  @Periodic({ name: 'Test task', everyMs: EVERY_MS, atStart: true })
  async each(): Promise<void> {
    this.runs += 1;
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    await sleep(this.runMs);
    this.underWay -= 1;
    if (this.error) throw this.error;
  }

  @Periodic({ name: SHARED, everyMs: EVERY_MS, onOneWorker: true })
  one(): void {
    this.shared += 1;
  }
}

@Injectable()
class RareWork {
  runs = 0;

  @Periodic({ name: RARE, everyMs: 3_600_000, atStart: true, onOneWorker: true })
  one(): void {
    this.runs += 1;
  }
}

@Injectable()
class PolledWork {
  readonly slots: number[] = [];

  @Periodic({ name: 'Polled test task', everyMs: EVERY_MS, isShared: true })
  poll(): void {
    this.slots.push(Math.floor(Date.now() / EVERY_MS));
  }
}

describe('periodic tasks', () => {
  let world: World;
  /** When the turns of the shared task were taken, in milliseconds of the database. */
  const turns: number[] = [];
  /** Attempts to take the turn of any task. */
  let attempts = 0;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  /** Reads the time of a turn in the transaction that takes it, because its renewals overwrite it. */
  const transaction = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
    const taken = await world.db.transaction(async (tx) => {
      const result = await work(tx);
      const sql = 'SELECT taken_at AS at FROM task_turns WHERE task = :SHARED';
      const [turn] = await tx.query<{ at: Date }>(sql, { SHARED });
      if (result === true && turn !== undefined) turns.push(turn.at.getTime());
      return result;
    });
    attempts += 1;
    return taken;
  };

  function worker() {
    return workerFor(new Work());
  }

  function workerFor<Tasks extends object>(work: Tasks, place = { index: 0, of: 1 }) {
    const heartbeat = Object.assign(Object.create(ProcessHeartbeat.prototype) as object, { kind: 'worker', place });
    const providers = [heartbeat, work, null].map((instance) => ({ instance }));
    const discovery = { getProviders: () => providers } as unknown as DiscoveryService;
    const registry = new SchedulerRegistry();
    const metrics = new Metrics();
    const tasks = new PeriodicTasks(discovery, registry, { transaction } as Database, metrics);
    const stop = async (): Promise<void> => {
      await tasks.beforeApplicationShutdown();
      for (const name of registry.getTimeouts()) registry.deleteTimeout(name);
      for (const name of registry.getIntervals()) registry.deleteInterval(name);
    };
    tasks.onApplicationBootstrap();
    return stopAtEnd({ work, stop, metrics });
  }

  it('run at the start and after each interval, and never overlap', async () => {
    const { work } = worker();
    work.runMs = 1.5 * EVERY_MS;
    expect(work.runs).toBe(1);
    void work.each();
    await waitUntil('it has run three times', () => work.runs === 3);
    expect(work.mostAtOnce).toBe(1);
  });

  it('with isShared run on each worker in its turn, and not in between', async () => {
    const workers = [0, 1, 2].map((index) => workerFor(new PolledWork(), { index, of: 3 }));
    await waitUntil('each has run twice', () => workers.every(({ work }) => work.slots.length >= 2));
    for (const [index, { work }] of workers.entries()) {
      expect(new Set(work.slots.map((slot) => slot % 3))).toEqual(new Set([index]));
      expect(new Set(work.slots).size).toBe(work.slots.length);
    }
  });

  it('with isShared run once in a turn, also if a late timer and the next are in the same one', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(6 * EVERY_MS);
    const { work } = workerFor(new PolledWork(), { index: 0, of: 3 });
    await sleep(4 * EVERY_MS);
    clock.mockReturnValue(9 * EVERY_MS);
    await sleep(4 * EVERY_MS);
    clock.mockRestore();
    expect(work.slots).toEqual([6, 9]);
  });

  it('with onOneWorker run once per interval, and on another worker after the first one stops', async () => {
    const earlier = turns.length;
    const [last, ...others] = [worker(), worker(), worker()];
    const runs = (): number => [last, ...others].reduce((sum, { work }) => sum + work.shared, 0);
    await waitUntil('it has run five times', () => runs() >= 5);
    for (const other of others) await other.stop();
    const before = last.work.shared;
    await waitUntil('the last worker runs it', () => last.work.shared > before);
    await last.stop();
    expect(runs()).toBeLessThanOrEqual(turns.length - earlier);
    for (const [index, turn] of turns.entries())
      if (index > 0) expect(turn - turns[index - 1]!).toBeGreaterThanOrEqual(0.9 * EVERY_MS);
  });

  it('with onOneWorker do not run on a worker that waited for the row of the turn', async () => {
    await world.db.execute(
      `INSERT INTO task_turns (task, taken_at) VALUES (:RARE, NOW(3) - INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE taken_at = VALUES(taken_at)`,
      { RARE },
    );
    const [late, before] = await world.db.transaction(async (tx) => {
      await tx.query('SELECT taken_at FROM task_turns WHERE task = :RARE FOR UPDATE', { RARE });
      const started = [workerFor(new RareWork()), attempts] as const;
      await statementRunning(world.db, 'UPDATE task_turns');
      await sleep(5);
      await tx.execute('UPDATE task_turns SET taken_at = NOW(3) WHERE task = :RARE', { RARE });
      return started;
    });
    await waitUntil('it has tried', () => attempts > before);
    await late.stop();
    expect(late.work.runs).toBe(0);
  });

  it('with onOneWorker run again after a clock that was ahead', async () => {
    await transaction((tx) =>
      tx.execute(
        `INSERT INTO task_turns (task, taken_at) VALUES (:SHARED, NOW(3) + INTERVAL 1 MONTH)
         ON DUPLICATE KEY UPDATE taken_at = VALUES(taken_at)`,
        { SHARED },
      ),
    );
    const { work } = worker();
    await waitUntil('it runs', () => work.shared > 1);
  });

  it('that fail are logged, counted and repeated, and their calls do not reject', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const { work, metrics } = worker();
    work.error = new Error('out of order');
    await work.each();
    await waitUntil('it runs again', () => work.runs > 1);
    expect(log).toHaveBeenCalledWith({ err: work.error }, 'Test task failed; retrying');
    log.mockRestore();
    expect(await metrics.registry.getSingleMetricAsString('carillon_task_runs_total')).toMatch(
      /task="Test task",outcome="failed"\} [1-9]/,
    );
  });

  it('end before the shutdown, and do not start again', async () => {
    const [{ work, stop }, other] = [worker(), worker()];
    work.runMs = EVERY_MS;
    await stop();
    expect(work.underWay).toBe(0);
    const { runs } = work;
    await work.each();
    const before = other.work.runs;
    await waitUntil('another worker runs it twice', () => other.work.runs >= before + 2);
    expect(work.runs).toBe(runs);
  });
});
