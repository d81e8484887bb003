import { Injectable, Inject } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DemoCatalog } from './demo-catalog.js';
import { DemoReceivers } from './demo-receivers.js';
import { type DemoOptions, DemoStory } from './demo-story.js';
import type { Pool } from 'mysql2';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { MovableClock } from '../../../platform/clock/movable-clock.js';
import { runInternally } from '../../audit/audit-trail.js';
import { DemoAgenda } from './demo-agenda.js';
import { DemoRecipients } from './demo-recipients.js';
import { DemoWorker } from './demo-worker.js';

@Injectable()
export class DemoTime {
  constructor(
    @Inject(Clock) private readonly clock: MovableClock,
    private readonly dataSource: DataSource,
    private readonly agenda: DemoAgenda,
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
    await this.recipients.storeRequests();
    await runInternally(() => this.worker.settle());
    await this.recipients.receive(moment);
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When the worker runs on each day: for reports and campaigns, and for what happened since. */
const HOURS = [9, 17] as const;
/** Of the emails in the mailbox. */
const MAILBOX_DAYS = 21;

export interface DemoProgress {
  readonly day: number;
  readonly contacts: number;
  readonly emails: number;
}

/** A shop lives some months day by day through the real services; only the clock moves. Chances are fixed. */
@Injectable()
export class DemoService {
  constructor(
    private readonly db: Database,
    private readonly catalog: DemoCatalog,
    private readonly story: DemoStory,
    private readonly receivers: DemoReceivers,
    private readonly time: DemoTime,
  ) {}

  /** @returns false if there are contacts already, and nothing was changed. Calls `onDay` after each day. */
  async load(options: DemoOptions, onDay?: (progress: DemoProgress) => void): Promise<boolean> {
    if ((await this.db.query('SELECT id FROM contacts LIMIT 1')).length > 0) return false;
    this.receivers.check();
    const { end, days } = options;
    const start = end.getTime() - days * DAY_MS;
    this.receivers.keepEmailsSince(end.getTime() - MAILBOX_DAYS * DAY_MS);
    const present = this.time.goBack(start);
    this.story.plan(await this.catalog.prepare(), options);
    for (let day = 0; start + day * DAY_MS < present; day += 1) {
      for (const hour of HOURS) {
        const moment = start + day * DAY_MS + hour * HOUR_MS;
        if (moment < present) await this.time.live(moment);
      }
      if (day >= days) continue;
      const [counts] = await this.db.query<Omit<DemoProgress, 'day'>>(
        'SELECT (SELECT COUNT(*) FROM contacts) AS contacts, (SELECT COUNT(*) FROM email_messages) AS emails',
      );
      if (counts) onDay?.({ day: day + 1, ...counts });
    }
    await this.time.live(present);
    return true;
  }
}
