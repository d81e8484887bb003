import type { DomainEventMap, EventName } from '../../../events/domain-events.js';
import { type IdentifyingWords, withoutIdentifyingComment } from '../../../platform/personal-data/identifying-words.js';
import { erasedAddress } from '../../../platform/text/erased-address.js';

export interface LoggedEvent<Name extends EventName = EventName> {
  readonly id: number;
  readonly type: Name;
  readonly data: DomainEventMap[Name];
}

/** What the erasure knows besides the events. */
export interface ErasedPerson {
  readonly contactId: number;
  readonly ownDomains: ReadonlySet<string>;
  /** The address, phone number, and names, to find them in free text. */
  readonly words: IdentifyingWords;
  /** Only addresses are removed everywhere: a name may be a common word, and a number may be part of a date. */
  readonly addresses: IdentifyingWords;
  /** Target URLs of links before personalization, by link id. */
  readonly links: ReadonlyMap<number, string>;
  /** Email subjects before personalization, by message id. */
  readonly subjects: ReadonlyMap<number, string>;
}

type Data = Record<string, unknown>;

/** Of an item of an order. */
const NO_DETAILS = { url: null, image_url: null, options: {}, meta: {} };

/** Fields whose changes identify no one. */
const HARMLESS_CHANGES: ReadonlySet<string> = new Set([
  'country',
  'contact_type',
  'status',
  'paused_until',
  'tracking_consent',
]);

/** Returns the event without personal data. Ids, times, kinds, and email domains stay: a rebuild returns the same figures. */
export function erasedEvent<Name extends EventName>(
  { type, data }: Pick<LoggedEvent<Name>, 'type' | 'data'>,
  person: ErasedPerson,
): DomainEventMap[Name] {
  // Its address is encrypted, and the sweep still needs it.
  if (type === 'contact.erased') return data;
  if (type === 'funnel.triggered') return { ...data, payload: {} };
  const erased: Data = { ...(data as unknown as Data) };
  const { contact, email, changes, event, refund } = erased as Partial<Record<string, Data>>;
  const { order, reason } = erased as { order?: { readonly items?: readonly Data[] }; reason?: unknown };
  if (contact !== undefined) erased['contact'] = { ...contact, email: null, first_name: null, last_name: null };
  if (email !== undefined) erased['email'] = erasedEmail(email, person);
  if (changes !== undefined) erased['changes'] = erasedChanges(changes);
  if (event !== undefined)
    erased['event'] = { ...event, title: person.words.removeFromAll(event['title']), value: null, data: null };
  if (order?.items !== undefined)
    erased['order'] = { ...order, items: order.items.map((item) => ({ ...item, ...NO_DETAILS })) };
  if (refund !== undefined) erased['refund'] = { ...refund, reason: person.words.removeFromAll(refund['reason']) };
  // The reason of a status change is free text; reasons of campaigns and funnels are fixed texts.
  if (type === 'contact.status_changed' && reason !== undefined) erased['reason'] = null;
  return person.addresses.removeFromAll(erased) as unknown as DomainEventMap[Name];
}

function erasedEmail(email: Data, { contactId, ownDomains, links, subjects, words }: ErasedPerson): Data {
  const { id, to, subject, url, link_id: linkId, reason } = email;
  return {
    ...email,
    to: typeof to === 'string' ? erasedAddress(contactId, to, ownDomains) : null,
    // A subject that differs from the content's was personalized.
    ...(subject === undefined ? {} : { subject: subjects.get(id as number) === subject ? subject : '' }),
    ...(url === undefined ? {} : { url: links.get(linkId as number) ?? '' }),
    ...('diagnostic' in email ? { diagnostic: null } : {}),
    ...(typeof reason === 'string' ? { reason: withoutIdentifyingComment(reason, words) } : {}),
  };
}

function erasedChanges(changes: Data): Data {
  const without = ([field, change]: [string, unknown]): [string, unknown] => [
    field,
    HARMLESS_CHANGES.has(field) ? change : { old: null, new: null },
  ];
  return Object.fromEntries(Object.entries(changes).map(without));
}
