import { SETTABLE } from '../../contacts/contact-field-catalog.js';
import type { ContactFields } from '../../contacts/contact-fields.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { type ContactStatus, STRICT_STATUSES } from '../../contacts/contact-status.js';

/** Taken over from another contact where the one that stays has nothing. */
const FILLED = SETTABLE.filter(({ merging }) => merging === undefined).map(({ member }) => member);

/**
 * What the contact that stays is to be like.
 * @param merged the oldest first, which is asked first.
 * @param usualType what a contact is of whom nothing is said.
 */
export function joinedFields(keep: Contact, merged: readonly Contact[], usualType: string): ContactFields {
  const all = [keep, ...merged];
  const fields: Record<string, unknown> = {
    status: joinedStatus(all.map(({ status }) => status)),
    contactType: all.find(({ contactType }) => contactType !== usualType)?.contactType ?? keep.contactType,
    pausedUntil: latest(all.map(({ pausedUntil }) => pausedUntil)),
  };
  for (const field of FILLED) fields[field] = all.find((contact) => contact[field] !== null)?.[field] ?? null;
  return fields;
}

/**
 * What a person said no to with one address holds for all of them, the strongest no first. Nobody is asked to confirm a
 * subscription by another address that has been confirmed with one.
 */
export function joinedStatus(statuses: readonly ContactStatus[]): ContactStatus {
  const strictest = STRICT_STATUSES.findLast((status) => statuses.includes(status));
  return strictest ?? (statuses.includes('subscribed') ? 'subscribed' : 'pending');
}

/** Of a checkbox all that was ticked, in the order in which it was; of any other field the first value. */
export function joinedValue(isSet: boolean, texts: readonly string[]): string | null {
  const [first = null] = texts;
  if (!isSet || texts.length < 2) return first;
  return JSON.stringify([...new Set(texts.flatMap((text) => JSON.parse(text) as string[]))]);
}

export const oldestFirst = (contacts: readonly Contact[]): Contact[] =>
  [...contacts].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id);

function latest(moments: readonly (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : known.reduce((last, moment) => (moment > last ? moment : last));
}
