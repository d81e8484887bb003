import { Injectable } from '@nestjs/common';
import { Periodic } from '../../platform/work/periodic.js';
import { Destinations } from '../senders/destinations/destinations.service.js';
import { BlockedSendings } from './blocked-sendings.js';

/** Safe to run on every worker: each stores its own counts, and changes of state lock their row. */
@Injectable()
export class DestinationsScheduler {
  constructor(
    private readonly destinations: Destinations,
    private readonly blocked: BlockedSendings,
  ) {}

  @Periodic({ name: 'Destination counts', everyMs: 1_000 })
  async settle(): Promise<void> {
    await this.destinations.settle();
    await this.blocked.announce();
  }
}
