import type { EventName, StoredEvent } from '../../../events/domain-events.js';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { contactOf as contactIdOf } from '../../../platform/outbox/contact-of-event.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { holdAliases } from '../../contacts/aliases/contact-aliases.js';
import { AwaitedEvents } from '../engine/awaited-events.service.js';
import { AWAITED_FACTS } from '../engine/occurrences.js';
import { FunnelNotifier } from '../engine/funnel-work.service.js';
import { Counters } from '../enrollments/funnel-counters.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { TRIGGER_EVENTS } from '../definition/trigger-facts.js';
import { TriggeredEnrollments } from './triggered-enrollments.service.js';
import { deleteCalls } from '../../http-calls/call-ledger.service.js';
import { deleteEnrollments } from '../enrollments/enrollment-removal.service.js';

async function deletedAmong(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  if (contactIds.length === 0) return [];
  const rows = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:contactIds)', { contactIds });
  const present = new Set(idsOf(rows));
  return contactIds.filter((id) => !present.has(id));
}

/** Deletes the enrollments of deleted contacts. Totals stay; active enrollments count as cancelled. */
async function removeDeleted(tx: Tx, contactIds: readonly number[], counters: Counters): Promise<void> {
  if (contactIds.length === 0) return;
  await deleteEnrollments(tx, 'contact_id IN (:contactIds) ORDER BY id', { contactIds }, 'contact_deleted', counters);
  await deleteCalls(tx, 'contact_id', contactIds);
}

const REQUESTS = ['funnel.add_requested', 'funnel.removal_requested'] as const;

/** One subscriber for all events: counters must be written once, after all enrollment locks, or the engine and relay deadlock. */
@Subscribes()
export class FunnelFactsSubscriber implements EventSubscriber {
  readonly name = 'funnels';
  readonly wants: readonly EventName[] = [
    ...new Set<EventName>([
      ...TRIGGER_EVENTS,
      ...AWAITED_FACTS,
      ...REQUESTS,
      'contact.deleted',
      'funnel.subscriber_added',
    ]),
  ];
  readonly wantsSilent = ['contact.deleted'] as const;

  constructor(
    private readonly awaited: AwaitedEvents,
    private readonly triggers: TriggeredEnrollments,
    private readonly notifier: FunnelNotifier,
    private readonly clock: DatabaseClock,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent[]): Promise<AfterRelay> {
    const contactIds = events.flatMap(({ data }) => contactIdOf(data) ?? []);
    // Contacts may have been merged since the event.
    const [now, aliases] = await Promise.all([this.clock.now(tx), holdAliases(tx, contactIds)]);
    const counters = new Counters();
    const turn = { now, counters };
    const added = only(events, ['funnel.subscriber_added']);
    const deleted = only(events, ['contact.deleted']);
    await removeDeleted(tx, deleted.map(contactOf), counters);
    // Contacts that were enrolled while they were being deleted.
    await removeDeleted(tx, await deletedAmong(tx, added.map(contactOf)), counters);
    const due = await this.awaited.react(tx, only(events, AWAITED_FACTS), { ...turn, aliases });
    const entryIds = added.map(({ data }) => data.funnel_subscriber.id);
    await this.awaited.catchUp(tx, entryIds, turn);
    // After `react`: an event that enrolls a contact must not also advance that enrollment.
    const entered = await this.triggers.enter(tx, only(events, TRIGGER_EVENTS), { ...turn, aliases });
    const requested = await this.triggers.enterRequested(tx, only(events, REQUESTS), turn);
    await counters.write(tx);
    return () => {
      // Enrollments from elsewhere, such as manual ones, also have due steps.
      this.notifier.notify([...due, ...entered, ...requested, ...added.map(({ data }) => data.funnel.id)]);
    };
  }
}

const contactOf = ({ data }: StoredEvent<'contact.deleted' | 'funnel.subscriber_added'>): number => data.contact.id;

function only<Name extends EventName>(events: readonly StoredEvent[], names: readonly Name[]): StoredEvent<Name>[] {
  return events.filter((event) => (names as readonly EventName[]).includes(event.type)) as StoredEvent<Name>[];
}
