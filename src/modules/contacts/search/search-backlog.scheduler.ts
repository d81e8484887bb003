import { Injectable } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { SearchBacklogProcessor } from './search-backlog-processor.service.js';

/** Processes the search backlog periodically. */
@Injectable()
export class SearchBacklogScheduler {
  constructor(private readonly backlog: SearchBacklogProcessor) {}

  @Periodic({ name: 'Search indexing', everyMs: 2_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    await this.backlog.clear(() => !run.isStopping);
  }

  @Periodic({ name: 'Search index upgrade', everyMs: 86_400_000, onOneWorker: true, atStart: true })
  async upgrade(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    await this.backlog.addEarlier(run);
  }
}
