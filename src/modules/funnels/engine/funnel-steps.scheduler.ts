import { Process, Processor } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Job } from 'bull';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { Periodic } from '../../../platform/work/periodic.js';
import { FunnelWork } from './funnel-work.service.js';

/** Jobs only notify of due work, which is stored in MySQL; the sweep finds work whose notification is lost. */
@Processor(QUEUE.funnelSteps)
export class FunnelStepsProcessor {
  constructor(private readonly work: FunnelWork) {}

  @Process({ concurrency: 4 })
  notify(job: Job<QueueNotification>): void {
    // Redis input is not trusted; an unknown id finds nothing due.
    const { key } = job.data as { readonly key?: unknown };
    if (Number.isSafeInteger(key) && Number(key) > 0) void this.work.work(Number(key));
  }
}

/** Finds due work without a notification. Runs on every worker, because locked enrollments are skipped. */
@Injectable()
export class FunnelStepsScheduler implements BeforeApplicationShutdown {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly work: FunnelWork,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  @Periodic({ name: 'Funnel step sweep', everyMs: 1_000, isShared: true })
  async sweep(): Promise<void> {
    const now = await this.clock.now(this.db);
    // One index lookup per funnel, whatever the number of enrollments.
    const due = await this.db.query<{ id: number }>(
      `SELECT f.id FROM funnels f
        WHERE f.status = 'published' AND f.deleted_at IS NULL
          AND EXISTS (SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id AND e.due_at <= :now)`,
      { now },
    );
    for (const { id } of due) void this.work.work(id);
  }
}
