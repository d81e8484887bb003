import { type AfterRelay, type EventSubscriber, Subscribes } from '../../platform/outbox/event-subscriber.js';
import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Periodic } from '../../platform/work/periodic.js';
import { BulkJobRunner } from './bulk-job-runner.service.js';

/** More than one, so that a small job does not wait for a big one. */
const JOBS_AT_ONCE = 2;

/** Claims and runs waiting jobs. Any number of workers can do so at the same time. */
@Subscribes()
export class BulkJobLanes implements EventSubscriber<'contact.job_queued'>, BeforeApplicationShutdown {
  readonly name = 'bulk-jobs';
  readonly wants = ['contact.job_queued'] as const;
  private readonly logger = new Logger(BulkJobLanes.name);
  private readonly running = new Set<Promise<void>>();
  private stopping = false;

  constructor(private readonly runner: BulkJobRunner) {}

  /** Finds jobs whose worker has crashed and jobs whose event this worker did not see. */
  @Periodic({ name: 'Job pickup', everyMs: 2_000, isShared: true })
  pickUp(): void {
    this.wake();
  }

  /** Starts queued jobs without waiting for the next poll. */
  onEvents(): Promise<AfterRelay> {
    return Promise.resolve(() => {
      this.wake();
    });
  }

  /** Starts a waiting job if a lane is free. Never fails. */
  private wake(): void {
    if (this.stopping || this.running.size >= JOBS_AT_ONCE) return;
    const run = this.work()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Bulk jobs paused: database unavailable');
        else this.logger.error({ err: error }, 'Bulk job pickup failed; retrying');
      })
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Finishes the current batches and releases their jobs to other workers. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async work(): Promise<void> {
    while (!this.stopping && (await this.runner.runNext({ goOn: () => !this.stopping })));
  }
}
