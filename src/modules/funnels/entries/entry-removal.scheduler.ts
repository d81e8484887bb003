import { Injectable } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { EntryRemoval } from './entry-removal.service.js';

/** Looks for deleted funnels that still have contacts in them. */
@Injectable()
export class EntryRemovalScheduler {
  constructor(private readonly removal: EntryRemoval) {}

  @Periodic({ name: 'Removal of deleted funnels', everyMs: 1_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.removal.pending()) while (!run.isStopping && (await this.removal.removeSome(id)));
  }
}
