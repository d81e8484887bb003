import { Inject, Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { contactOf } from '../../../platform/outbox/contact-of-event.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import { ReportCache } from '../freshness/report-cache.service.js';
import { COUNTED_EVENTS, type CountedEventName } from './count-event.js';
import { ROLLUPS_SUBSCRIBER, RollupTables } from './rollup-tables.js';
import { Tally } from './tally.js';

/** Counts what happened into the day rows that reports read. Runs in the relay's transaction, so each event counts once. */
@Injectable()
@Subscribes()
export class RollupsSubscriber implements EventSubscriber<CountedEventName> {
  readonly name = ROLLUPS_SUBSCRIBER;
  readonly wants = COUNTED_EVENTS;
  readonly hearsSilent = COUNTED_EVENTS;

  constructor(
    private readonly tables: RollupTables,
    private readonly measurements: ReportCache,
    private readonly aliases: ContactAliases,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<CountedEventName>[]): Promise<AfterRelay> {
    const contactIds = events.flatMap(({ data }) => contactOf(data) ?? []);
    const tally = new Tally(await this.aliases.hold(tx, contactIds));
    for (const event of events) tally.addEvent(event, this.config.timeZone);
    await this.tables.add(tx, tally);
    return () => this.measurements.outdate();
  }
}
