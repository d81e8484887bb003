import type { ContactSnapshot } from '../../events/contact.events.js';
import { readDay } from '../../platform/clock/calendar-day.js';
import { isOneLine, NOT_ONE_LINE } from '../../platform/http/one-line.js';
import { parseTimestamp, sqlTimestamp, toTheSecond } from '../../platform/clock/timestamps.js';
import { countryCode } from '../../platform/countries/countries.js';
import type { Faults } from '../../platform/errors/faults.js';
import { EMAIL_MAX_LENGTH, normalisedEmail } from '../../platform/text/email-address.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { isHttpUrl } from '../../platform/text/http-url.js';
import type { Contact } from './contact.entity.js';
import { CONTACT_STATUSES } from './contact-status.js';

/** The columns that somebody may set; id, hash, timestamps and what is searched are ours. */
export type ContactFields = Partial<Omit<Contact, 'id' | 'hash' | 'searchText' | 'createdAt' | 'updatedAt'>>;

/** A new contact of which nothing is said. */
export const EMPTY_CONTACT = {
  userId: null,
  firstName: null,
  lastName: null,
  phone: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  country: null,
  postalCode: null,
  dateOfBirth: null,
  photo: null,
  pausedUntil: null,
} satisfies ContactFields;

/**
 * A contact as somebody sent it, by the names of the wire: the API, an import and a trigger alike. It is judged as a whole
 * and by us, so that all that is wrong with it, unknown tags included, is told in one answer.
 */
export interface RawContact {
  readonly email?: unknown;
  readonly status?: unknown;
  readonly first_name?: unknown;
  readonly last_name?: unknown;
  readonly full_name?: unknown;
  readonly user_id?: unknown;
  readonly contact_type?: unknown;
  readonly phone?: unknown;
  readonly address_line_1?: unknown;
  readonly address_line_2?: unknown;
  readonly city?: unknown;
  readonly state?: unknown;
  readonly country?: unknown;
  readonly Country?: unknown;
  readonly postal_code?: unknown;
  readonly date_of_birth?: unknown;
  readonly photo?: unknown;
  readonly paused_until?: unknown;
}

/** What the rules depend on beside the values. */
export interface FieldRules {
  readonly contactTypes: readonly string[];
  /** `YYYY-MM-DD`; nobody is born today or later. */
  readonly today: string;
}

type Read<Value> = { readonly value: Value } | { readonly fault: string };
type Reader = (value: unknown, rules: FieldRules) => Read<string | number | Date | null>;

const TEXT_LENGTH = 190;
const URL_LENGTH = 2_048;
const MAX_USER_ID = 4_294_967_295;
/** Where the DATE type of the servers begins. */
const FIRST_DAY = '1000-01-01';
const [FIRST_YEAR, LAST_YEAR] = [1_000, 9_999];

const fault = (reason: string): Read<never> => ({ fault: reason });

/** Letters are counted only where they could be too many: most texts are far below their limit. */
const isLonger = (value: string, most: number): boolean =>
  value.length > most && (value.length > 2 * most || Array.from(value).length > most);

/** Null and blanks empty the field. */
function text(maxLength: number, read: (value: string, rules: FieldRules) => Read<string | null>): Reader {
  return (value, rules) => {
    if (value === null) return { value: null };
    if (typeof value !== 'string') return fault('must be text');
    const trimmed = value.trim();
    if (trimmed === '') return { value: null };
    if (isLonger(trimmed, maxLength)) return fault(`must be at most ${maxLength} characters long`);
    return read(trimmed, rules);
  };
}

const plainText = text(TEXT_LENGTH, (value) => ({ value }));

/** Names are merged into headers of emails. */
const personName = text(TEXT_LENGTH, (value) => (isOneLine(value) ? { value } : fault(NOT_ONE_LINE)));

const email: Reader = (value) => {
  if (typeof value !== 'string') return fault('must be text');
  if (value.trim() === '') return fault('must not be empty');
  if (isLonger(value.trim(), EMAIL_MAX_LENGTH)) return fault(`must be at most ${EMAIL_MAX_LENGTH} characters long`);
  const normalised = normalisedEmail(value);
  if (normalised === null) return fault('must be one e-mail address');
  return isErasedAddress(normalised) ? fault('must not stand for somebody who was erased') : { value: normalised };
};

const oneOf =
  (words: (rules: FieldRules) => readonly string[]): Reader =>
  (value, rules) =>
    typeof value === 'string' && words(rules).includes(value)
      ? { value }
      : fault(`must be one of: ${words(rules).join(', ')}`);

const userId: Reader = (value) => {
  if (value === null || value === '') return { value: null };
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_USER_ID
    ? { value: id }
    : fault('must be the id of a user');
};

const country = text(TEXT_LENGTH, (value) => {
  const code = countryCode(value);
  return code === null ? fault('must be a country code or the name of a country') : { value: code };
});

const dateOfBirth = text(TEXT_LENGTH, (written, { today }) => {
  const read = readDay(written);
  if ('fault' in read) return read;
  const { day } = read;
  return day === null || (day >= FIRST_DAY && day < today)
    ? { value: day }
    : fault('must be a date in the past as YYYY-MM-DD');
});

const photo = text(URL_LENGTH, (value) => (isHttpUrl(value) ? { value } : fault('must be an http or https URL')));

/** One that is over is no fault: it is how a pause ends. */
const pausedUntil: Reader = (value) => {
  if (value === null || value === '') return { value: null };
  const moment = typeof value === 'string' ? parseTimestamp(value) : null;
  // An offset may carry it past what the column holds.
  const year = moment?.getUTCFullYear() ?? 0;
  if (moment === null || year < FIRST_YEAR || year > LAST_YEAR)
    return fault('must be a timestamp as YYYY-MM-DD HH:MM:SS or ISO 8601');
  return { value: toTheSecond(moment) };
};

/** In the order in which faults are told. */
const FIELDS: readonly (readonly [wire: keyof RawContact, column: keyof ContactFields, read: Reader])[] = [
  ['email', 'email', email],
  ['status', 'status', oneOf(() => CONTACT_STATUSES)],
  ['first_name', 'firstName', personName],
  ['last_name', 'lastName', personName],
  ['user_id', 'userId', userId],
  ['contact_type', 'contactType', oneOf(({ contactTypes }) => contactTypes)],
  ['phone', 'phone', plainText],
  ['address_line_1', 'addressLine1', plainText],
  ['address_line_2', 'addressLine2', plainText],
  ['city', 'city', plainText],
  ['state', 'state', plainText],
  ['country', 'country', country],
  ['Country', 'country', country],
  ['postal_code', 'postalCode', plainText],
  ['date_of_birth', 'dateOfBirth', dateOfBirth],
  ['photo', 'photo', photo],
  ['paused_until', 'pausedUntil', pausedUntil],
];

const WIRE_NAME = new Map(
  FIELDS.filter(([wire]) => wire !== 'Country').map(([wire, column]) => [column as string, wire]),
);

/** The name of a column on the wire, for the changes that an event tells. */
export function wireName(column: string): string {
  return WIRE_NAME.get(column) ?? column;
}

/**
 * Reads whatever of a contact is there.
 * @param faults gets everything that is wrong, by wire name.
 */
export function readFields(raw: RawContact, rules: FieldRules, faults: Faults): ContactFields {
  const fields: Record<string, string | number | Date | null> = {};
  for (const [wire, column, read] of FIELDS) {
    const value = raw[wire];
    // The canonical name wins over its alias.
    if (value === undefined || (wire === 'Country' && raw.country !== undefined)) continue;
    const result = read(value, rules);
    if ('fault' in result) faults.add(wire, result.fault);
    else fields[column] = result.value;
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
