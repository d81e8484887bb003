import { Injectable } from '@nestjs/common';
import type { EventName, StoredEvent } from '../../../events/domain-events.js';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { contactOf as contactIdOf } from '../../../platform/outbox/contact-of-event.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import { AWAITED_FACTS, AwaitedEvents } from '../engine/awaited-events.service.js';
import { FunnelBell } from '../engine/funnel-bell.service.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { GoneContacts } from './gone-contacts.js';
import { RequestedEntries } from './requested-entries.service.js';
import { TELLING_EVENTS } from './told-facts.js';
import { TriggerEntries } from './trigger-entries.service.js';

const REQUESTS = ['funnel.add_requested', 'funnel.removal_requested'] as const;

/**
 * What funnels make of what happens. It is one subscriber for all of it, because counters are hot: they are written once,
 * after every lock on entries, or the relay and the engine would wait for each other.
 */
@Subscribes()
@Injectable()
export class FunnelFactsSubscriber implements EventSubscriber {
  readonly name = 'funnels';
  readonly wants: readonly EventName[] = [
    ...new Set<EventName>([
      ...TELLING_EVENTS,
      ...AWAITED_FACTS,
      ...REQUESTS,
      'contact.deleted',
      'funnel.subscriber_added',
    ]),
  ];
  readonly hearsSilent = ['contact.deleted'] as const;

  constructor(
    private readonly gone: GoneContacts,
    private readonly awaited: AwaitedEvents,
    private readonly triggers: TriggerEntries,
    private readonly requests: RequestedEntries,
    private readonly bell: FunnelBell,
    private readonly clock: DatabaseClock,
    private readonly aliases: ContactAliases,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent[]): Promise<AfterRelay> {
    const tally = new FunnelTally();
    const now = await this.clock.now(tx);
    const added = only(events, ['funnel.subscriber_added']);
    const deleted = only(events, ['contact.deleted']);
    await this.gone.remove(tx, deleted.map(contactOf), tally);
    // Who was let in at the very moment of his deletion.
    await this.gone.remove(tx, await this.gone.among(tx, added.map(contactOf)), tally);
    // Somebody may have been merged since he did it: it is his deed still.
    const aliases = await this.aliases.hold(
      tx,
      events.flatMap(({ data }) => contactIdOf(data) ?? []),
    );
    const due = await this.awaited.react(tx, only(events, AWAITED_FACTS), { tally, now, aliases });
    const entryIds = added.map(({ data }) => data.funnel_subscriber.id);
    await this.awaited.lookAgain(tx, entryIds, tally, now);
    // After those inside have heard of it: who comes in by a fact must not go on by the same one.
    const entered = await this.triggers.enter(tx, only(events, TELLING_EVENTS), { tally, now, aliases });
    const requested = await this.requests.react(tx, only(events, REQUESTS), tally, now);
    await tally.write(tx);
    return () => {
      // Who was let in elsewhere, by hand for example, is on his way as well.
      this.bell.ring([...due, ...entered, ...requested, ...added.map(({ data }) => data.funnel.id)]);
    };
  }
}

const contactOf = ({ data }: StoredEvent<'contact.deleted' | 'funnel.subscriber_added'>): number => data.contact.id;

function only<Name extends EventName>(events: readonly StoredEvent[], names: readonly Name[]): StoredEvent<Name>[] {
  return events.filter((event) => (names as readonly EventName[]).includes(event.type)) as StoredEvent<Name>[];
}
