import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'mysql2';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { MovableClock } from '../../../platform/clock/movable-clock.js';
import { runInternally } from '../../audit/audit-trail.js';
import { DemoAgenda } from './demo-agenda.js';
import { DemoRecipients } from './demo-recipients.js';
import { DemoRequests } from './demo-requests.js';
import { DemoWorker } from './demo-worker.js';

/** Moves the time of the product, and lets people and the worker act. */
@Injectable()
export class DemoTime {
  constructor(
    @Inject(Clock) private readonly clock: MovableClock,
    private readonly dataSource: DataSource,
    private readonly agenda: DemoAgenda,
    private readonly requests: DemoRequests,
    private readonly recipients: DemoRecipients,
    private readonly worker: DemoWorker,
  ) {}

  /** Goes back to a moment. @returns the present. */
  goBack(moment: number): number {
    const present = this.clock.now().getTime();
    this.clock.setTimeOf((this.dataSource.driver as unknown as { readonly pool: Pool }).pool);
    this.clock.to(new Date(moment));
    return present;
  }

  /** Continues until a moment, and plans what the recipients of the emails of this moment will do. */
  async live(moment: number): Promise<void> {
    await this.agenda.until(moment);
    await this.requests.store();
    await runInternally(() => this.worker.settle());
    await this.recipients.receive(moment);
  }
}
