import { Injectable } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { EnrollmentRemoval } from './enrollment-removal.service.js';

@Injectable()
export class EnrollmentRemovalScheduler {
  constructor(private readonly removal: EnrollmentRemoval) {}

  @Periodic({ name: 'Removal of deleted funnels', everyMs: 1_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.removal.pending()) while (!run.isStopping && (await this.removal.removeSome(id)));
  }
}
