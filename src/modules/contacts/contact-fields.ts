import type { ContactSnapshot } from '../../events/contact.events.js';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import type { Faults } from '../../platform/errors/faults.js';
import { CONTACT_FIELDS, type SettableMember, type SettableName, SETTABLE } from './contact-field-catalog.js';
import { type FieldRules, isLonger, TEXT_LENGTH } from './contact-field-readers.js';
import type { Contact } from './contact.entity.js';

export type { FieldRules } from './contact-field-readers.js';

/** The fields that a caller may set. */
export type ContactFields = Partial<Pick<Contact, SettableMember>>;

/** A new contact of which nothing is said: the fields that may be null. */
export const EMPTY_CONTACT = Object.fromEntries(
  SETTABLE.filter(({ isRequired }) => isRequired !== true).map(({ member }) => [member, null]),
) as Record<Exclude<SettableMember, 'email' | 'status' | 'contactType'>, null>;

/**
 * A contact as a caller sends it, by the names of the API: in a request, an import, or a trigger. It is validated as a whole, so
 * that one answer names everything that is wrong, unknown tags included.
 */
export type RawContact = { readonly [Name in SettableName | 'full_name' | 'Country']?: unknown };

/** The name of a field in the API, for the changes that an event reports. */
export function wireName(member: string): string {
  return member in CONTACT_FIELDS ? CONTACT_FIELDS[member as keyof Contact].name : member;
}

/**
 * Reads whatever of a contact is there.
 * @param faults gets everything that is wrong, by wire name.
 */
export function readFields(raw: RawContact, rules: FieldRules, faults: Faults): ContactFields {
  const fields: Record<string, string | number | Date | null> = {};
  for (const { member, name, read } of SETTABLE) {
    // `Country` is an alias of the specification; the canonical name wins.
    const used = name === 'country' && raw.country === undefined ? 'Country' : name;
    const value = raw[used];
    if (value === undefined) continue;
    const result = read(value, rules);
    if ('fault' in result) faults.add(used, result.fault);
    else fields[member] = result.value;
  }
  return { ...readFullName(raw, faults), ...(fields as ContactFields) };
}

/** `full_name` speaks only where neither of its parts does: the first word is the first name, the rest the last. */
function readFullName(raw: RawContact, faults: Faults): ContactFields {
  if (raw.full_name === undefined || raw.first_name !== undefined || raw.last_name !== undefined) return {};
  if (raw.full_name === null) return {};
  if (typeof raw.full_name !== 'string') {
    faults.add('full_name', 'must be text');
    return {};
  }
  const [first = '', ...rest] = raw.full_name.trim().split(/\s+/);
  if (first === '') return {};
  const last = rest.join(' ');
  if (isLonger(first, TEXT_LENGTH) || isLonger(last, TEXT_LENGTH))
    faults.add('full_name', `must be made of names of at most ${TEXT_LENGTH} characters`);
  return { firstName: first, lastName: last === '' ? null : last };
}

/**
 * Those columns that would really change.
 * @param except one that has rules of its own.
 */
export function differences(contact: Contact, fields: ContactFields, except?: keyof ContactFields): ContactFields {
  const real: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(fields))
    if (column !== except && comparable(contact[column as keyof Contact]) !== comparable(value)) real[column] = value;
  return real;
}

/** The same moment is another object each time it is read. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** A value of a column as the REST API shows it. */
export const onTheWire = (value: unknown): unknown => (value instanceof Date ? sqlTimestamp(value) : value);

export function fullName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((name) => name !== null).join(' ');
}

/** The specification's six fields, as they go into events. */
export function snapshotOf(contact: Contact): ContactSnapshot {
  return {
    id: contact.id,
    email: contact.email,
    first_name: contact.firstName,
    last_name: contact.lastName,
    status: contact.status,
    created_at: contact.createdAt.toISOString(),
  };
}
