import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { holdAliases } from '../../contacts/aliases/contact-aliases.js';
import { anonymizeOrdersOf } from './contact-figures.js';
import { Reattribution } from './reattribution.service.js';

const EVENT_TYPES = [
  'email.clicked',
  'email.reclassified',
  'email.machine_hit',
  'commerce.order_created',
  'contact.deleted',
] as const;
type Wanted = StoredEvent<(typeof EVENT_TYPES)[number]>;

const DAY_MS = 86_400_000;

interface PersonsClick {
  readonly contactId: number;
  readonly at: Date;
}

/**
 * Updates the attribution of orders. Clicks are recorded some seconds late and can be reclassified as machine clicks, so an order
 * can precede its click in the database, or be attributed to a click that turns out to be a machine's.
 */
@Subscribes()
export class CommerceSubscriber implements EventSubscriber<(typeof EVENT_TYPES)[number]> {
  readonly name = 'commerce';
  readonly wants = EVENT_TYPES;
  readonly wantsSilent = ['contact.deleted'] as const;

  constructor(private readonly reattribution: Reattribution) {}

  async onEvents(tx: Tx, events: readonly Wanted[]): Promise<undefined> {
    const clicks: PersonsClick[] = [];
    const orderIds: number[] = [];
    const reclassifiedEmails = new Set<number>();
    const deleted: number[] = [];
    for (const event of events) {
      if (event.type === 'contact.deleted') deleted.push(event.data.contact.id);
      else if (event.type === 'commerce.order_created') orderIds.push(...freshOrder(event));
      // Contains every click that was human before, not only the first one of its email.
      else if (event.type === 'email.machine_hit') {
        if (event.data.kind === 'click') reclassifiedEmails.add(event.data.email_id);
      } else {
        const click = clickOf(event);
        if (click) clicks.push(click);
      }
    }
    await anonymizeOrdersOf(tx, deleted);
    await this.reattribution.review(tx, { clickedBy: await this.earliest(tx, clicks), orderIds, reclassifiedEmails });
  }

  /** Resolves the current contacts of the clicks: contacts may have been merged since. */
  private async earliest(tx: Tx, clicks: readonly PersonsClick[]): Promise<ReadonlyMap<number, Date>> {
    const aliases = await holdAliases(
      tx,
      clicks.map(({ contactId }) => contactId),
    );
    const earliest = new Map<number, Date>();
    for (const { contactId: original, at } of clicks) {
      const contactId = aliases.get(original) ?? original;
      const known = earliest.get(contactId);
      if (!known || at < known) earliest.set(contactId, at);
    }
    return earliest;
  }
}

/** Returns the contact whose clicks changed, and the time of the earliest change. */
function clickOf(event: StoredEvent<'email.clicked' | 'email.reclassified'>): PersonsClick | null {
  if (event.type === 'email.reclassified' && event.data.kind !== 'click') return null;
  const [contactId, clickedAt] =
    event.type === 'email.clicked'
      ? [event.data.email.contact_id, event.data.email.clicked_at]
      : [event.data.contact_id, event.data.first];
  const at = parseTimestamp(clickedAt);
  return contactId === null || at === null ? null : { contactId, at };
}

/** Returns an order whose transaction may not have seen its click; of an older order time, all clicks are recorded. */
function freshOrder({ data: { order }, occurredAt }: StoredEvent<'commerce.order_created'>): number[] {
  const orderedAt = parseTimestamp(order.ordered_at);
  return orderedAt !== null && occurredAt.getTime() - orderedAt.getTime() < DAY_MS ? [order.id] : [];
}
