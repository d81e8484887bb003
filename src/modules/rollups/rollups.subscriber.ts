import { Inject } from '@nestjs/common';
import type { StoredEvent } from '../../events/domain-events.js';
import { VersionedCache } from '../../platform/cache/versioned-cache.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import { contactOf } from '../../platform/outbox/contact-of-event.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../platform/outbox/event-subscriber.js';
import { holdAliases } from '../contacts/aliases/contact-aliases.js';
import { COUNTED_EVENTS, type CountedEventName } from './count-event.js';
import { ROLLUPS_CACHE_SPACE, ROLLUPS_SUBSCRIBER, RollupTables } from './rollup-tables.js';
import { CounterSums } from './counter-sums.js';

/** Updates the rollups. Runs in the transaction of the relay, so each event counts exactly once. */
@Subscribes()
export class RollupsSubscriber implements EventSubscriber<CountedEventName> {
  readonly name = ROLLUPS_SUBSCRIBER;
  readonly wants = COUNTED_EVENTS;
  readonly wantsSilent = COUNTED_EVENTS;

  constructor(
    private readonly tables: RollupTables,
    private readonly cache: VersionedCache,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<CountedEventName>[]): Promise<AfterRelay> {
    const contactIds = events.flatMap(({ data }) => contactOf(data) ?? []);
    const sums = new CounterSums(await holdAliases(tx, contactIds));
    for (const event of events) sums.addEvent(event, this.config.timeZone);
    await this.tables.add(tx, sums);
    return () => this.cache.invalidate(ROLLUPS_CACHE_SPACE);
  }
}
