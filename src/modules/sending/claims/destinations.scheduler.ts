import { Injectable } from '@nestjs/common';
import { Periodic } from '../../../platform/work/periodic.js';
import { Destinations } from '../../senders/destinations/destinations.service.js';
import { BlockedSendings } from '../ledger/blocked-sendings.js';

@Injectable()
export class DestinationsScheduler {
  constructor(
    private readonly destinations: Destinations,
    private readonly blocked: BlockedSendings,
  ) {}

  /** Each process has its own counts. */
  @Periodic({ name: 'Destination counts', everyMs: 1_000 })
  async storeCounts(): Promise<void> {
    await this.destinations.storeCounts();
  }

  @Periodic({ name: 'Destination states', everyMs: 2_000, onOneWorker: true })
  async settle(): Promise<void> {
    await this.destinations.endLimits();
    await this.blocked.announce();
  }
}
