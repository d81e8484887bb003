import type { StoredEvent } from '../../../events/domain-events.js';
import type { AwaitedEvent, EventMatch } from '../definition/event-match.js';
import { recipientKey } from './recipient-key.js';

/** One thing that a contact did, in the words of waits and benchmarks. */
export interface Occurrence {
  readonly event: AwaitedEvent;
  /** Lists or tags that were added. */
  readonly labels?: readonly number[];
  /** Of mails of funnels: whose, and where a link led. */
  readonly funnelId?: number | null;
  readonly recipientKey?: string | null;
  readonly url?: string | null;
  readonly eventKey?: string;
  readonly total?: number;
}

type Telling = StoredEvent<
  | 'contact.list_added'
  | 'contact.tag_added'
  | 'contact.event_tracked'
  | 'email.opened'
  | 'email.clicked'
  | 'commerce.order_created'
  | 'commerce.order_completed'
>;

/**
 * @param keys the recipient keys of mails, by id.
 * @returns null for an event about nobody.
 */
export function occurrenceOf(
  event: Telling,
  keys: ReadonlyMap<number, string>,
): { readonly contactId: number; readonly occurrence: Occurrence } | null {
  switch (event.type) {
    case 'contact.list_added': {
      const { contact, lists } = event.data;
      return { contactId: contact.id, occurrence: { event: 'list_applied', labels: lists.map(({ id }) => id) } };
    }
    case 'contact.tag_added': {
      const { contact, tags } = event.data;
      return { contactId: contact.id, occurrence: { event: 'tag_applied', labels: tags.map(({ id }) => id) } };
    }
    case 'contact.event_tracked': {
      const { contact, event: tracked } = event.data;
      return { contactId: contact.id, occurrence: { event: 'event_tracked', eventKey: tracked.event_key } };
    }
    case 'email.opened':
    case 'email.clicked': {
      const { email } = event.data;
      if (email.contact_id === null || email.funnel_id === null) return null;
      return {
        contactId: email.contact_id,
        occurrence: {
          event: event.type === 'email.opened' ? 'email_opened' : 'link_clicked',
          funnelId: email.funnel_id,
          recipientKey: keys.get(email.id) ?? null,
          url: 'url' in email ? email.url : null,
        },
      };
    }
    case 'commerce.order_created':
    case 'commerce.order_completed': {
      const { contact, order } = event.data;
      return { contactId: contact.id, occurrence: { event: 'order_received', total: order.total } };
    }
  }
}

/** Whether it is what somebody in this funnel waits for. What a match leaves open may be anything. */
export function matches(
  match: EventMatch,
  occurrence: Occurrence,
  entry: { readonly funnelId: number; readonly entryId: number },
): boolean {
  if (match.event !== occurrence.event) return false;
  switch (match.event) {
    case 'list_applied':
      return oneOf(match.lists, occurrence.labels);
    case 'tag_applied':
      return oneOf(match.tags, occurrence.labels);
    case 'event_tracked':
      return !match.event_key || match.event_key === occurrence.eventKey;
    case 'order_received':
      return (occurrence.total ?? 0) >= (match.min_total ?? 0);
    case 'email_opened':
    case 'link_clicked': {
      const key = occurrence.recipientKey ?? '';
      const isTheirs = match.sequence_id
        ? key === recipientKey(entry.entryId, match.sequence_id)
        : key.startsWith(recipientKey(entry.entryId, ''));
      return occurrence.funnelId === entry.funnelId && isTheirs && (occurrence.url ?? '').startsWith(match.url ?? '');
    }
  }
}

function oneOf(wanted: readonly number[] | undefined, given: readonly number[] = []): boolean {
  return wanted === undefined || wanted.length === 0 || given.some((id) => wanted.includes(id));
}
