import { Inject, Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { Measurements } from '../freshness/measurements.service.js';
import { COUNTED_EVENTS, type CountedEventName, countEvent } from './count-event.js';
import { ROLLUPS_SUBSCRIBER, RollupTables } from './rollup-tables.js';
import { Tally } from './tally.js';

/** They move no counter, but reports about the members of a list or tag read memberships as of now. */
const MEMBERSHIP_EVENTS = [
  'contact.tag_added',
  'contact.tag_removed',
  'contact.list_added',
  'contact.list_removed',
] as const;

type Wanted = CountedEventName | (typeof MEMBERSHIP_EVENTS)[number];

/** Counts what happened into the day rows that reports read. Runs in the relay's transaction, so each event counts once. */
@Injectable()
@Subscribes()
export class RollupsSubscriber implements EventSubscriber<Wanted> {
  readonly name = ROLLUPS_SUBSCRIBER;
  readonly wants = [...COUNTED_EVENTS, ...MEMBERSHIP_EVENTS];

  constructor(
    private readonly tables: RollupTables,
    private readonly measurements: Measurements,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<Wanted>[]): Promise<AfterRelay> {
    const tally = new Tally();
    for (const count of events.filter(isCounted).flatMap((event) => countEvent(event, this.config.timeZone)))
      tally.add(count);
    await this.tables.add(tx, tally);
    return () => this.measurements.outdate();
  }
}

function isCounted(event: StoredEvent<Wanted>): event is StoredEvent<CountedEventName> {
  return (COUNTED_EVENTS as readonly string[]).includes(event.type);
}
