import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { ScheduledRuns } from './scheduled-runs.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

/** Runs on every worker: only one commits a step, so a crash leaves it for another. */
@Injectable()
export class ScheduledReportsScheduler {
  private readonly logger = new Logger(ScheduledReportsScheduler.name);

  constructor(private readonly runs: ScheduledRuns) {}

  @Periodic({ name: 'Scheduled reports', everyMs: 5_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.runs.dueReports())
      if (!run.isStopping) await this.apart({ report: id }, () => this.runs.createRuns(id));
    for (const id of await this.runs.waitingRuns())
      if (!run.isStopping) await this.apart({ run: id }, () => this.runs.executeRun(id));
  }

  /** Continues with the next report after a failure, unless the database is unavailable. */
  private async apart(which: Record<string, number>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, ...which }, 'Scheduled report failed; retrying');
    }
  }
}
