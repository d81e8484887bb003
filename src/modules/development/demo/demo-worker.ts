import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database } from '../../../platform/database/database.js';
import { Relay } from '../../../platform/outbox/relay.js';
import { type TaskRun, taskRunsOf } from '../../../platform/work/periodic.js';

const IS_OPEN = "m.state IN ('pending', 'sending', 'deferred')";
const IS_DUE = `${IS_OPEN} AND (m.next_attempt_at IS NULL OR m.next_attempt_at <= NOW(3))`;
const OF_CAMPAIGN = "m.source_type = 'campaign' AND m.source_id = c.id";

/** Periodic tasks by name, and the rows that they have to work on. In the order in which work passes through them. */
const TASKS: readonly (readonly [name: string, due: string])[] = [
  ['Tracking event inbox', 'SELECT 1 FROM email_hit_inbox'],
  ['Job pickup', "SELECT 1 FROM bulk_jobs WHERE status IN ('queued', 'running')"],
  ['Search indexing', 'SELECT 1 FROM contact_search_backlog'],
  [
    'Funnel step sweep',
    `SELECT 1 FROM funnel_entries e JOIN funnels f ON f.id = e.funnel_id AND f.status = 'published' WHERE e.due_at <= NOW(3)`,
  ],
  ['Campaign scheduler', "SELECT 1 FROM campaigns WHERE status = 'scheduled' AND scheduled_at <= NOW(3)"],
  [
    'Campaign scheduler',
    `SELECT 1 FROM campaigns c WHERE c.status = 'working' AND (c.snapshot_done = 0
        OR NOT EXISTS (SELECT 1 FROM email_messages m WHERE ${OF_CAMPAIGN} AND ${IS_OPEN})
        OR EXISTS (SELECT 1 FROM campaign_experiments e WHERE e.campaign_id = c.id
                      AND (e.state = 'releasing' OR e.decides_at <= NOW(3))))`,
  ],
  [
    'Sending sweep',
    `SELECT 1 FROM sendings s JOIN email_messages m ON m.source_type = s.source_type AND m.source_id = s.source_id
      WHERE s.state = 'open' AND ${IS_DUE}`,
  ],
  ['Bounce backlog', 'SELECT 1 FROM bounce_backlog'],
  [
    'Webhook delivery sweep',
    `SELECT 1 FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.status = 'active'
      WHERE d.status = 'pending' AND (d.next_attempt_at <= NOW(3) OR d.lease_owner IS NOT NULL)`,
  ],
];
const DUE = `SELECT ${TASKS.map(([, due], index) => `EXISTS (${due}) AS due${index}`).join(', ')}`;

/** Sending takes longer than a look is worth; most of the time, nothing is in progress. */
const PAUSES_MS = [0, 0, 2, 5, 10, 20, 40];
const TIMEOUT_MS = 60_000;

/** Runs the relay and the periodic tasks of a worker on demand instead of by timers, because the clock stands still meanwhile. */
@Injectable()
export class DemoWorker {
  constructor(
    private readonly db: Database,
    private readonly relay: Relay,
    private readonly discovery: DiscoveryService,
  ) {}

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
      const [row] = await this.db.query<Record<string, number>>(DUE);
      const due = new Set(TASKS.flatMap(([name], index) => (row?.[`due${index}`] === 1 ? [name] : [])));
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
