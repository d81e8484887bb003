import type { ContactSnapshot } from '../../../events/contact.events.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { asText } from '../../../platform/text/as-text.js';
import { CONTACT_FIELDS, FIELDS, SETTABLE, type SettableMember, type SettableName } from './contact-field-catalog.js';
import { isLonger } from '../../../platform/values/read-value.js';
import { type FieldRules, TEXT_LENGTH } from './contact-field-readers.js';
import type { Contact } from './contact.entity.js';

export type { FieldRules } from './contact-field-readers.js';

export type ContactFields = Partial<Pick<Contact, SettableMember>>;

export const EMPTY_CONTACT = Object.fromEntries(
  SETTABLE.filter(({ isRequired }) => isRequired !== true).map(({ member }) => [member, null]),
) as Record<Exclude<SettableMember, 'email' | 'status' | 'contactType' | 'trackingConsent'>, null>;

/** A contact by API names. It is validated as a whole, so that one response names all errors. */
export type RawContact = { readonly [Name in SettableName | 'full_name' | 'Country']?: unknown };

/** The fields of contacts that were read without errors, and need not be read again when they are written. */
export const validFields = new WeakMap<RawContact, ContactFields>();

export function apiName(member: string): string {
  return member in CONTACT_FIELDS ? CONTACT_FIELDS[member as keyof Contact].name : member;
}

/** Validates the fields that are present, and adds errors to `faults` by API name. */
export function readFields(raw: RawContact, rules: FieldRules, faults: ValidationErrors): ContactFields {
  const valid = validFields.get(raw);
  if (valid) return valid;
  const fields: Record<string, string | number | Date | null> = {};
  for (const { member, name, read } of SETTABLE) {
    // `Country` is an alias from the specification; the canonical name wins.
    const used = name === 'country' && raw.country === undefined ? 'Country' : name;
    const value = raw[used];
    if (value === undefined) continue;
    const result = read(value, rules);
    if ('fault' in result) faults.add(used, result.fault);
    else fields[member] = result.value;
  }
  return { ...readFullName(raw, faults), ...(fields as ContactFields) };
}

/** Splits `full_name`, unless a part of it is present: the first word is the first name, the rest the last name. */
function readFullName(raw: RawContact, faults: ValidationErrors): ContactFields {
  if (raw.full_name === undefined || raw.first_name !== undefined || raw.last_name !== undefined) return {};
  if (raw.full_name === null) return {};
  const fullName = asText(raw.full_name);
  if (typeof fullName !== 'string') {
    faults.add('full_name', 'must be text');
    return {};
  }
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  if (first === '') return {};
  const last = rest.join(' ');
  if (isLonger(first, TEXT_LENGTH) || isLonger(last, TEXT_LENGTH))
    faults.add('full_name', `must be made of names of at most ${TEXT_LENGTH} characters`);
  return { firstName: first, lastName: last === '' ? null : last };
}

/** Returns the fields that would change. @param except a field with separate rules. */
export function differences(contact: Contact, fields: ContactFields, except?: keyof ContactFields): ContactFields {
  const real: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(fields))
    if (column !== except && comparable(contact[column as keyof Contact]) !== comparable(value)) real[column] = value;
  return real;
}

/** Dates are different objects even if they are equal. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

export const toApiValue = (value: unknown): unknown => (value instanceof Date ? sqlTimestamp(value) : value);

export function fullName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Returns the specification's six fields for events. */
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

/** Column names by member of `Contact`, for plain SQL. */
export const CONTACT_COLUMNS = Object.fromEntries(FIELDS.map(({ member, name }) => [member, name])) as Readonly<
  Record<keyof Contact, string>
>;

/** Returns a contact by column names, as the database returns it. */
export const rowOf = (contact: Contact): Readonly<Record<string, unknown>> =>
  Object.fromEntries(FIELDS.map(({ member, name }) => [name, contact[member]]));

/** Selects all columns of the contact `c` under their member names. */
export const WHOLE_CONTACT = selected(FIELDS.map(({ member }) => member));

/** The same without the search text. */
export const SHOWN_CONTACT = selected(FIELDS.map(({ member }) => member).filter((member) => member !== 'searchText'));

function selected(members: readonly (keyof Contact)[]): string {
  return members.map((member) => `c.${CONTACT_COLUMNS[member]} AS ${member}`).join(', ');
}
