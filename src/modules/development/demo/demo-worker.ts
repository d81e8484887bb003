import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database } from '../../../platform/database/database.js';
import { BACKLOG_QUERIES, type BacklogQuery, unfinishedQueues } from '../../../platform/metrics/backlog.js';
import { Relay } from '../../../platform/outbox/relay.js';
import { type TaskRun, taskRunsOf } from '../../../platform/work/periodic.js';

/** Sending takes longer than a look is worth; most of the time, nothing is in progress. */
const PAUSES_MS = [0, 0, 2, 5, 10, 20, 40];
const TIMEOUT_MS = 60_000;

/** Runs the relay and the periodic tasks of a worker on demand instead of by timers, because the clock stands still meanwhile. */
@Injectable()
export class DemoWorker {
  private readonly due: string;

  constructor(
    private readonly db: Database,
    private readonly relay: Relay,
    private readonly discovery: DiscoveryService,
    @Inject(BACKLOG_QUERIES) private readonly queries: readonly BacklogQuery[],
  ) {
    this.due = unfinishedQueues(queries);
  }

  /** Returns when nothing is due. */
  async settle(): Promise<void> {
    const tasks = this.tasks();
    // These two find out themselves what is due.
    await tasks.get('Funnel watches')?.start();
    await this.work(tasks);
    // Reports wait until everything is counted.
    await tasks.get('Scheduled reports')?.start();
    await this.work(tasks);
  }

  private async work(tasks: ReadonlyMap<string, TaskRun>): Promise<void> {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let round = 0; ; round += 1) {
      const [row] = await this.db.query<Record<string, number>>(this.due);
      const due = new Set(this.queries.flatMap(({ queue, task }) => (task && row?.[queue] === 1 ? [task] : [])));
      if (due.size === 0) {
        // Last, so that it takes all events at once.
        if ((await this.relay.drain()) === 0) return;
        continue;
      }
      for (const name of due) await tasks.get(name)?.start();
      if (performance.now() > deadline) throw new Error(`The sample data does not settle: ${[...due].join(', ')}`);
      await sleep(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)]);
    }
  }

  private tasks(): ReadonlyMap<string, TaskRun> {
    const providers = (this.discovery.getProviders() as { instance: unknown }[]).map(({ instance }) => instance);
    const objects = providers.filter(
      (instance): instance is object => typeof instance === 'object' && instance !== null,
    );
    return new Map(
      objects.flatMap((object) => [...taskRunsOf(object).values()]).map((run) => [run.task.name, run] as const),
    );
  }
}
