import { normalizedEmail } from '../../../platform/text/email-address.js';
import { SETTABLE } from '../../contacts/contact/contact-field-catalog.js';
import type { ContactFields } from '../../contacts/contact/contact-fields.js';
import type { Contact } from '../../contacts/contact/contact.entity.js';
import { type ContactStatus, STRICT_STATUSES, TRACKING_CONSENTS } from '../../contacts/contact/contact-status.js';

/** Fields that are filled from another contact if the kept one has no value. */
const FILLED = SETTABLE.filter(({ merging }) => merging === undefined).map(({ member }) => member);

/**
 * Returns the fields of the merged contact. The address of the kept contact is replaced if it bounced and another one did
 * not; the bounce of an address that is not kept does not count.
 * @param merged oldest first; the first value wins. @param beforeBounce the status before a bounce, if it is known.
 */
export function mergedFields(
  keep: Contact,
  merged: readonly Contact[],
  usualType: string,
  beforeBounce: ReadonlyMap<number, ContactStatus> = new Map(),
): ContactFields {
  const all = [keep, ...merged];
  const bounced = new Set(all.filter(({ status }) => status === 'bounced').map(formOf));
  const healthy = all.filter((contact) => !bounced.has(formOf(contact)));
  const [first = keep] = healthy;
  const source = first === keep ? keep : (healthy.find(({ status }) => status === 'subscribed') ?? first);
  const statuses = all.map((contact) =>
    contact.status === 'bounced' && formOf(contact) !== formOf(source) ? beforeBounce.get(contact.id) : contact.status,
  );
  const fields: Record<string, unknown> = {
    email: source.email,
    status: mergedStatus(statuses.filter((status) => status !== undefined)),
    contactType: all.find(({ contactType }) => contactType !== usualType)?.contactType ?? keep.contactType,
    trackingConsent: TRACKING_CONSENTS.findLast((consent) => all.some((each) => each.trackingConsent === consent)),
    pausedUntil: latest(all.map(({ pausedUntil }) => pausedUntil)),
  };
  for (const field of FILLED) fields[field] = all.find((contact) => contact[field] !== null)?.[field] ?? null;
  return fields;
}

/** The strictest opt-out wins; otherwise a confirmed subscription of one address confirms the others. */
export function mergedStatus(statuses: readonly ContactStatus[]): ContactStatus {
  const strictest = STRICT_STATUSES.findLast((status) => statuses.includes(status));
  return strictest ?? (statuses.includes('subscribed') ? 'subscribed' : 'pending');
}

const formOf = ({ email }: Contact): string => normalizedEmail(email) ?? email;

/** Joins the options of a checkbox in order; takes the first value of any other field. */
export function mergedValue(isSet: boolean, texts: readonly string[]): string | null {
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
