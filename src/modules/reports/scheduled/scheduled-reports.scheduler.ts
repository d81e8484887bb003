import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { ScheduledRuns } from './scheduled-runs.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

/**
 * The clock of scheduled reports. On every worker: what one of them begins the others leave alone, and what one dies over is
 * as it was before for the next.
 */
@Injectable()
export class ScheduledReportsScheduler {
  private readonly logger = new Logger(ScheduledReportsScheduler.name);

  constructor(private readonly runs: ScheduledRuns) {}

  @Periodic({ name: 'Scheduled reports', everyMs: 5_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.runs.dueReports())
      if (!run.isStopping) await this.apart({ report: id }, () => this.runs.begin(id));
    for (const id of await this.runs.waitingRuns())
      if (!run.isStopping) await this.apart({ run: id }, () => this.runs.carryOut(id));
  }

  /** One that fails must not hold up those behind it. Without the database none of them goes on. */
  private async apart(which: Record<string, number>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, ...which }, 'A scheduled report failed and will be looked at again');
    }
  }
}
