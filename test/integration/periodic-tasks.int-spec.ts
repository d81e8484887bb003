import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Periodic } from '../../src/platform/work/periodic.js';
import { PeriodicTasks } from '../../src/platform/work/periodic-tasks.service.js';
import { World } from '../support/world.js';

const EVERY_MS = 200;

@Injectable()
class Work {
  readonly starts: number[] = [];
  readonly shared: number[] = [];
  runMs = 0;
  underWay = 0;
  mostAtOnce = 0;
  error: Error | null = null;

  @Periodic({ name: 'Test task', everyMs: EVERY_MS, atStart: true })
  async each(): Promise<void> {
    this.starts.push(performance.now());
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    await sleep(this.runMs);
    this.underWay -= 1;
    if (this.error) throw this.error;
  }

  @Periodic({ name: 'Shared test task', everyMs: EVERY_MS, onOneWorker: true })
  one(): void {
    this.shared.push(performance.now());
  }
}

describe('periodic tasks', () => {
  let world: World;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  function worker(work = new Work()) {
    const discovery = { getProviders: () => [{ instance: work }, { instance: null }] } as unknown as DiscoveryService;
    const registry = new SchedulerRegistry();
    const metrics = new Metrics();
    const tasks = new PeriodicTasks(discovery, registry, world.db, metrics);
    const stop = async (): Promise<void> => {
      await tasks.beforeApplicationShutdown();
      for (const name of registry.getTimeouts()) registry.deleteTimeout(name);
      for (const name of registry.getIntervals()) registry.deleteInterval(name);
    };
    stops.push(stop);
    tasks.onApplicationBootstrap();
    return { work, stop, metrics };
  }

  it('run at the start and after each interval, and never overlap', async () => {
    const { work } = worker();
    work.runMs = 1.5 * EVERY_MS;
    expect(work.starts).toHaveLength(1);
    void work.each();
    await sleep(6 * EVERY_MS);
    expect(work.starts.length).toBeGreaterThanOrEqual(3);
    expect(work.mostAtOnce).toBe(1);
  });

  it('with onOneWorker run once per interval, and on another worker after the first one stops', async () => {
    const workers = [worker(), worker(), worker()];
    const started = performance.now();
    await sleep(8 * EVERY_MS);
    const runs = workers.flatMap(({ work }) => work.shared).sort((a, b) => a - b);
    expect(runs.length).toBeGreaterThanOrEqual(3);
    expect(runs.length).toBeLessThanOrEqual(1 + (performance.now() - started) / (0.9 * EVERY_MS));
    for (const [index, run] of runs.entries())
      if (index > 0) expect(run - (runs[index - 1] ?? 0)).toBeGreaterThan(0.5 * EVERY_MS);

    const [last, ...others] = workers;
    for (const other of others) await other.stop();
    const before = last!.work.shared.length;
    await sleep(5 * EVERY_MS);
    expect(last!.work.shared.length).toBeGreaterThan(before);
  });

  it('that fail are logged, counted and repeated, and their calls do not reject', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const { work, metrics } = worker();
    work.error = new Error('out of order');
    await work.each();
    await sleep(3 * EVERY_MS);
    expect(work.starts.length).toBeGreaterThanOrEqual(2);
    expect(log).toHaveBeenCalledWith({ err: work.error }, 'Test task failed; retrying');
    log.mockRestore();
    expect(await metrics.registry.getSingleMetricAsString('carillon_task_runs_total')).toMatch(
      /task="Test task",outcome="failed"\} [1-9]/,
    );
  });

  it('end before the shutdown, and do not start again', async () => {
    const { work, stop } = worker();
    work.runMs = EVERY_MS;
    await stop();
    expect(work.underWay).toBe(0);
    const { length } = work.starts;
    await work.each();
    await sleep(2 * EVERY_MS);
    expect(work.starts).toHaveLength(length);
  });
});
