import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { FunnelWatches } from './funnel-watches.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

@Injectable()
export class FunnelWatchesScheduler {
  private readonly logger = new Logger(FunnelWatchesScheduler.name);

  constructor(private readonly watches: FunnelWatches) {}

  @Periodic({ name: 'Funnel watches', everyMs: 5_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.watches.due()) await this.walk(id, run);
  }

  /** A watch that fails does not block the others, unless the database is unavailable. */
  private async walk(funnelId: number, run: PeriodicRun): Promise<void> {
    try {
      let more = true;
      while (more && !run.isStopping) more = await this.watches.advance(funnelId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, funnel: funnelId }, 'Funnel watch failed; retrying');
    }
  }
}
