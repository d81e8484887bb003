import { Injectable } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { SearchBacklogClearing } from './search-backlog-clearing.service.js';

/** Indexes contacts that were written in bulk. */
@Injectable()
export class SearchBacklogScheduler {
  constructor(private readonly backlog: SearchBacklogClearing) {}

  @Periodic({ name: 'Search indexing', everyMs: 2_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    await this.backlog.clear(() => !run.isStopping);
  }
}
