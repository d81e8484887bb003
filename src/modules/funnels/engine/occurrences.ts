import type { StoredEvent } from '../../../events/domain-events.js';
import type { EventMatch } from '../definition/event-match.js';
import { type ContactFact, type TriggerFact, firedNamesOf, factOf } from '../definition/trigger-facts.js';
import { matchesTrigger } from '../definition/trigger-match.js';
import { recipientKey } from '../enrollments/enrollment-rows.js';

const TOUCHES = {
  'email.opened': 'email_opened',
  'email.clicked': 'link_clicked',
  'email.replied': 'email_replied',
} as const;
const TOUCH_NAMES: ReadonlySet<string> = new Set(Object.values(TOUCHES));

export interface EmailTouch {
  readonly name: (typeof TOUCHES)[keyof typeof TOUCHES];
  readonly funnelId: number;
  readonly recipientKey: string | null;
  readonly url: string | null;
}

/** `dataFor` is absent in unit tests. */
export type Occurrence = (TriggerFact | EmailTouch) & Partial<Pick<ContactFact, 'dataFor'>>;

export const AWAITED_FACTS = [
  'contact.list_added',
  'contact.tag_added',
  'contact.event_tracked',
  'contact.status_changed',
  'email.opened',
  'email.clicked',
  'email.replied',
  'commerce.order_created',
  'commerce.order_completed',
] as const;
export type AwaitedFact = (typeof AWAITED_FACTS)[number];

/**
 * @param keys the recipient keys of emails, by id.
 * @returns null for an event without a contact, or about an email of no funnel.
 */
export function occurrenceOf(
  event: StoredEvent<Exclude<AwaitedFact, 'contact.status_changed'>>,
  keys: ReadonlyMap<number, string>,
): { readonly contactId: number; readonly occurrence: Occurrence } | null {
  if (!isEmailEvent(event)) {
    const { contactId, fact, dataFor } = factOf(event);
    return { contactId, occurrence: { ...fact, dataFor } };
  }
  const { email } = event.data;
  if (email.contact_id === null || email.funnel_id === null) return null;
  const url = 'url' in email ? email.url : null;
  return {
    contactId: email.contact_id,
    occurrence: {
      name: TOUCHES[event.type],
      funnelId: email.funnel_id,
      recipientKey: keys.get(email.id) ?? null,
      url,
      dataFor: () => (url === null ? {} : { link: { url } }),
    },
  };
}

const isTouch = (occurrence: Occurrence): occurrence is EmailTouch & Occurrence => TOUCH_NAMES.has(occurrence.name);

/** Whether it is about what the recipient did with an email. */
export const isEmailEvent = (event: StoredEvent): event is StoredEvent<keyof typeof TOUCHES> => event.type in TOUCHES;

export const namesOf = (occurrence: Occurrence): readonly string[] =>
  isTouch(occurrence) ? [occurrence.name] : firedNamesOf(occurrence);

/** Whether the occurrence matches the awaited event; absent members match anything. */
export function matches(match: EventMatch, occurrence: Occurrence, entry: EntryId): boolean {
  if (!namesOf(occurrence).includes(match.event)) return false;
  if (!isTouch(occurrence)) return matchesTrigger(match, occurrence);
  return isOf(entry, occurrence, match.sequence_id) && (occurrence.url ?? '').startsWith(match.url ?? '');
}

interface EntryId {
  readonly funnelId: number;
  readonly entryId: number;
}

/** Whether the contact replied to an email of the enrollment. */
export const isReplyIn = (entry: EntryId, occurrence: Occurrence): boolean =>
  occurrence.name === 'email_replied' && isOf(entry, occurrence);

function isOf({ funnelId, entryId }: EntryId, touch: EmailTouch, stepId?: number | null): boolean {
  const { recipientKey: key } = touch;
  const isFromStep = stepId
    ? key === recipientKey(entryId, stepId)
    : key?.startsWith(recipientKey(entryId, '')) === true;
  return funnelId === touch.funnelId && isFromStep;
}
