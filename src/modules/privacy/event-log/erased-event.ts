import type { DomainEventMap, EventName } from '../../../events/domain-events.js';
import { type KnownWords, withoutOwnWords } from '../../../platform/personal-data/known-words.js';
import { erasedAddress } from '../../../platform/text/erased-address.js';

/** An event as it is stored. */
export interface LoggedEvent<Name extends EventName = EventName> {
  readonly id: number;
  readonly type: Name;
  readonly data: DomainEventMap[Name];
}

/** What is known beside the events themselves. */
export interface ErasedPerson {
  readonly contactId: number;
  readonly ownDomains: ReadonlySet<string>;
  /** Address, telephone number and names, as they are looked for in what people have written. */
  readonly words: KnownWords;
  /** The addresses alone are looked for everywhere: a name may be a word of ours, and a number a part of a moment. */
  readonly addresses: KnownWords;
  /** Where the links of mails lead before anybody's values are filled in, by their ids. */
  readonly links: ReadonlyMap<number, string>;
  /** The subjects of mails before anybody's values are filled in, by the ids of the mails. */
  readonly subjects: ReadonlyMap<number, string>;
}

type Data = Record<string, unknown>;

/** What says nothing about who somebody is. */
const HARMLESS_CHANGES: ReadonlySet<string> = new Set(['country', 'contact_type', 'status', 'paused_until']);

/**
 * An event without whatever says who its contact is. Ids, moments, kinds and the mail domain stay: it counts as what it
 * counted before, so a rebuild of the reports' tables comes to the same figures.
 */
export function erasedEvent<Name extends EventName>(
  { type, data }: Pick<LoggedEvent<Name>, 'type' | 'data'>,
  person: ErasedPerson,
): DomainEventMap[Name] {
  // Its text is encrypted, and it is needed until the sweep.
  if (type === 'contact.erased') return data;
  if (type === 'funnel.triggered') return { ...data, payload: {} };
  const erased: Data = { ...(data as unknown as Data) };
  const { contact, email, changes, event, refund, reason } = erased as {
    contact?: Data;
    email?: Data;
    changes?: Data;
    event?: Data;
    refund?: Data;
    reason?: unknown;
  };
  if (contact !== undefined)
    erased['contact'] = { ...contact, email: null, first_name: null, last_name: null } satisfies Data;
  if (email !== undefined) erased['email'] = erasedMail(email, person);
  if (changes !== undefined) erased['changes'] = erasedChanges(changes);
  if (event !== undefined)
    erased['event'] = { ...event, title: person.words.takenOutOfAll(event['title']), value: null };
  if (refund !== undefined) erased['refund'] = { ...refund, reason: person.words.takenOutOfAll(refund['reason']) };
  // Of a change of status, in somebody's own words; those of campaigns and funnels are ours.
  if (type === 'contact.status_changed' && reason !== undefined) erased['reason'] = null;
  return person.addresses.takenOutOfAll(erased) as unknown as DomainEventMap[Name];
}

function erasedMail(email: Data, { contactId, ownDomains, links, subjects, words }: ErasedPerson): Data {
  const { id, to, subject, url, link_id: linkId, reason } = email;
  return {
    ...email,
    to: typeof to === 'string' ? erasedAddress(contactId, to, ownDomains) : null,
    // One that was filled in for this reader is known by being another than that of the content.
    ...(subject === undefined ? {} : { subject: subjects.get(id as number) === subject ? subject : '' }),
    ...(url === undefined ? {} : { url: links.get(linkId as number) ?? '' }),
    ...('diagnostic' in email ? { diagnostic: null } : {}),
    ...(typeof reason === 'string' ? { reason: withoutOwnWords(reason, words) } : {}),
  };
}

function erasedChanges(changes: Data): Data {
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      field,
      HARMLESS_CHANGES.has(field) ? change : { old: null, new: null },
    ]),
  );
}
