import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/**
 * The clock of scheduled reports. On every worker: what one of them begins the others leave alone, and what one dies over is
 * as it was before for the next.
 */
@Injectable()
export class ScheduledReportsScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ScheduledReportsScheduler.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly runs: ScheduledRuns) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Never throws. One that comes while another runs waits for that one. */
  @Interval(5_000)
  async tick(): Promise<void> {
    if (this.stopping) return;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      for (const id of await this.runs.dueReports())
        await this.apart({ report: id }, () => (this.stopping ? Promise.resolve() : this.runs.begin(id)));
      for (const id of await this.runs.waitingRuns())
        await this.apart({ run: id }, () => (this.stopping ? Promise.resolve() : this.runs.carryOut(id)));
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Scheduled reports wait for the database');
      else this.logger.error({ err: error }, 'Scheduled reports failed and will be looked at again');
    }
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
