import type { StoredEvent } from '../../../events/domain-events.js';
import type { EventMatch } from '../definition/event-match.js';
import { type TriggerFact, firedNamesOf, factOf } from '../definition/trigger-facts.js';
import { matchesTrigger } from '../definition/trigger-match.js';
import { recipientKey } from '../enrollments/recipient-key.js';

export interface EmailTouch {
  readonly name: 'email_opened' | 'link_clicked';
  readonly funnelId: number;
  readonly recipientKey: string | null;
  readonly url: string | null;
}

export type Occurrence = TriggerFact | EmailTouch;

type SourceEvent = StoredEvent<
  | 'contact.list_added'
  | 'contact.tag_added'
  | 'contact.event_tracked'
  | 'email.opened'
  | 'email.clicked'
  | 'commerce.order_created'
  | 'commerce.order_completed'
>;

/**
 * @param keys the recipient keys of emails, by id.
 * @returns null for an event without a contact, or about an email of no funnel.
 */
export function occurrenceOf(
  event: SourceEvent,
  keys: ReadonlyMap<number, string>,
): { readonly contactId: number; readonly occurrence: Occurrence } | null {
  if (event.type !== 'email.opened' && event.type !== 'email.clicked') {
    const { contactId, fact } = factOf(event);
    return { contactId, occurrence: fact };
  }
  const { email } = event.data;
  if (email.contact_id === null || email.funnel_id === null) return null;
  return {
    contactId: email.contact_id,
    occurrence: {
      name: event.type === 'email.opened' ? 'email_opened' : 'link_clicked',
      funnelId: email.funnel_id,
      recipientKey: keys.get(email.id) ?? null,
      url: 'url' in email ? email.url : null,
    },
  };
}

const isTouch = (occurrence: Occurrence): occurrence is EmailTouch =>
  occurrence.name === 'email_opened' || occurrence.name === 'link_clicked';

export const namesOf = (occurrence: Occurrence): readonly string[] =>
  isTouch(occurrence) ? [occurrence.name] : firedNamesOf(occurrence);

/** Whether the occurrence matches the awaited event; absent members match anything. */
export function matches(
  match: EventMatch,
  occurrence: Occurrence,
  entry: { readonly funnelId: number; readonly entryId: number },
): boolean {
  if (!namesOf(occurrence).includes(match.event)) return false;
  if (!isTouch(occurrence)) return matchesTrigger(match, occurrence);
  const { funnelId, recipientKey: key, url } = occurrence;
  const isFromStep = match.sequence_id
    ? key === recipientKey(entry.entryId, match.sequence_id)
    : key?.startsWith(recipientKey(entry.entryId, '')) === true;
  return funnelId === entry.funnelId && isFromStep && (url ?? '').startsWith(match.url ?? '');
}
