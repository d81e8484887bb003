import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Periodic } from '../../platform/work/periodic.js';
import { BulkJobRunner } from './bulk-job-runner.service.js';

/** So that a small job need not wait for a big one. */
const JOBS_AT_ONCE = 2;

/** Takes jobs that wait and does them. Any number of workers may: each job is in the hands of one. */
@Injectable()
export class BulkJobLanes implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BulkJobLanes.name);
  private readonly running = new Set<Promise<void>>();
  private stopping = false;

  constructor(private readonly runner: BulkJobRunner) {}

  /** Finds jobs whose worker has died, and those that no event announced to this worker. */
  @Periodic({ name: 'Job pickup', everyMs: 2_000 })
  pickUp(): void {
    this.wake();
  }

  /** Looks for what waits, if there is room for it. Never fails. */
  wake(): void {
    if (this.stopping || this.running.size >= JOBS_AT_ONCE) return;
    const run = this.work()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Bulk jobs wait for the database');
        else this.logger.error({ err: error }, 'Bulk jobs could not be looked for and will be again');
      })
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** The batch in hand is written, and its job put back for another worker. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async work(): Promise<void> {
    while (!this.stopping && (await this.runner.runNext({ goOn: () => !this.stopping })));
  }
}
