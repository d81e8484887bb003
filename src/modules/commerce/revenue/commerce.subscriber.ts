import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import { ForgottenContacts } from './forgotten-contacts.js';
import { Reattribution } from './reattribution.service.js';

const WANTED = [
  'email.clicked',
  'email.reclassified',
  'email.machine_hit',
  'commerce.order_created',
  'contact.deleted',
] as const;
type Wanted = StoredEvent<(typeof WANTED)[number]>;

const DAY_MS = 86_400_000;

interface PersonsClick {
  readonly contactId: number;
  readonly at: Date;
}

/**
 * Clicks are folded into the ledger of mails some seconds late and judged again later, so an order may be there before the
 * click that brought it, or be put down to one that turns out to be a machine's.
 */
@Subscribes()
@Injectable()
export class CommerceSubscriber implements EventSubscriber<(typeof WANTED)[number]> {
  readonly name = 'commerce';
  readonly wants = WANTED;
  readonly hearsSilent = ['contact.deleted'] as const;

  constructor(
    private readonly reattribution: Reattribution,
    private readonly forgotten: ForgottenContacts,
    private readonly aliases: ContactAliases,
  ) {}

  async onEvents(tx: Tx, events: readonly Wanted[]): Promise<undefined> {
    const clicks: PersonsClick[] = [];
    const orderIds: number[] = [];
    const doubtfulMails = new Set<number>();
    const deleted: number[] = [];
    for (const event of events) {
      if (event.type === 'contact.deleted') deleted.push(event.data.contact.id);
      else if (event.type === 'commerce.order_created') orderIds.push(...freshOrder(event));
      // Told of hits that were a person's before, too, which need not have been the first of their mail.
      else if (event.type === 'email.machine_hit') {
        if (event.data.kind === 'click') doubtfulMails.add(event.data.email_id);
      } else {
        const click = clickOf(event);
        if (click) clicks.push(click);
      }
    }
    await this.forgotten.forget(tx, deleted);
    await this.reattribution.review(tx, { clickedBy: await this.earliest(tx, clicks), orderIds, doubtfulMails });
  }

  /** Whose clicks they are now: somebody may have been merged since. */
  private async earliest(tx: Tx, clicks: readonly PersonsClick[]): Promise<ReadonlyMap<number, Date>> {
    const aliases = await this.aliases.hold(
      tx,
      clicks.map(({ contactId }) => contactId),
    );
    const earliest = new Map<number, Date>();
    for (const { contactId: told, at } of clicks) {
      const contactId = aliases.get(told) ?? told;
      const known = earliest.get(contactId);
      if (!known || at < known) earliest.set(contactId, at);
    }
    return earliest;
  }
}

/** Whose clicks are known better now, and from when on. */
function clickOf(event: StoredEvent<'email.clicked' | 'email.reclassified'>): PersonsClick | null {
  if (event.type === 'email.reclassified' && event.data.kind !== 'click') return null;
  const [contactId, told] =
    event.type === 'email.clicked'
      ? [event.data.email.contact_id, event.data.email.clicked_at]
      : [event.data.contact_id, event.data.first];
  const at = parseTimestamp(told);
  return contactId === null || at === null ? null : { contactId, at };
}

/**
 * An order and a click that were written at the same moment have not seen each other, and the click may have been told
 * before the order was there. Clicks of days ago have long been folded.
 */
function freshOrder({ data: { order }, occurredAt }: StoredEvent<'commerce.order_created'>): number[] {
  const orderedAt = parseTimestamp(order.ordered_at);
  return orderedAt !== null && occurredAt.getTime() - orderedAt.getTime() < DAY_MS ? [order.id] : [];
}
