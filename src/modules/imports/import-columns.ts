import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { SETTABLE_NAMES } from '../contacts/contact/contact-field-catalog.js';
import type { CaselessMap } from '../../platform/text/caseless-map.js';
import { mustBeOneOf } from '../../platform/text/closest-name.js';

/** The fields that a column may hold, in addition to `custom.<slug>`. */
export const COLUMN_TARGETS: readonly string[] = [
  ...SETTABLE_NAMES,
  ...['tags', 'lists', 'unsubscribe_lists', 'consent.ip', 'consent.text_version', 'consent.proof'],
];

export function fieldsByName<Field extends string>(
  names: Readonly<Partial<Record<Field, readonly string[]>>>,
): Map<string, Field> {
  const entries = Object.entries(names) as [Field, readonly string[]][];
  return new Map(entries.flatMap(([field, own]) => own.map((name) => [name, field])));
}

/** Column names of other programs, by field. */
const ALIASES = fieldsByName({
  email: ['e_mail', 'mail', 'email_address', 'e_mail_address', 'mail_address', 'subscriber_email'],
  first_name: ['firstname', 'given_name', 'forename'],
  last_name: ['lastname', 'surname', 'family_name'],
  full_name: ['name', 'fullname'],
  phone: ['phone_number', 'telephone', 'mobile', 'mobile_phone'],
  address_line_1: ['address', 'street', 'address_1'],
  address_line_2: ['address_2'],
  city: ['town'],
  state: ['province', 'region'],
  postal_code: ['zip', 'zip_code', 'postcode', 'post_code'],
  date_of_birth: ['birthday', 'birth_date', 'birthdate', 'dob'],
  status: ['subscription_status'],
  photo: ['avatar'],
  tags: ['tag'],
  lists: ['list'],
  unsubscribe_lists: ['unsubscribed_lists'],
});

const IGNORED_WORDS: readonly unknown[] = [null, '', '-'];
const CUSTOM = 'custom.';
const MAY_REPEAT: ReadonlySet<string> = new Set(['tags', 'lists', 'unsubscribe_lists']);

export interface ColumnPlan {
  /** By position; null for an ignored column. */
  readonly targets: readonly (string | null)[];
  /** The ignored columns, by their names in the file. */
  readonly ignored: readonly string[];
}

/** The slugs of custom fields by themselves, in any case. */
export type KnownSlugs = CaselessMap<string>;

const without = (name: string): string => (name.startsWith(CUSTOM) ? name.slice(CUSTOM.length) : name);

/** Returns the field of a well-known column name; null if it is unknown. */
export function recognizedTarget(header: string, slugs: KnownSlugs): string | null {
  const name = header
    .trim()
    .toLowerCase()
    .replace(/[\s\-_]+/gu, '_');
  if (COLUMN_TARGETS.includes(name)) return name;
  const alias = ALIASES.get(name);
  if (alias !== undefined) return alias;
  // A slug may contain hyphens, which the normalized name has lost.
  const spelled = header.trim().toLowerCase();
  const slug = [name, spelled].map((each) => slugs.get(without(each))).find((known) => known !== undefined);
  return slug === undefined ? null : CUSTOM + slug;
}

/** With a map, unnamed columns are ignored, except for the email address. @param faults of `map` and of `source`. */
export function planColumns(
  headers: readonly string[],
  map: Readonly<Record<string, unknown>> | null,
  slugs: KnownSlugs,
  source: 'file' | 'rows',
  faults: ValidationErrors,
): ColumnPlan {
  const targets =
    map === null ? headers.map((header) => recognizedTarget(header, slugs)) : mapped(headers, map, slugs, faults);
  if (!targets.includes('email') && !faults.has('map')) {
    const place = headers.findIndex((header, at) => isFree(targets[at], header, map ?? {}) && isAddress(header));
    if (place >= 0) targets[place] = 'email';
    else faults.add(source, noAddress(headers, map !== null, source));
  }
  const taken = new Set<string>();
  const first = targets.map((target) => {
    if (target === null || MAY_REPEAT.has(target)) return target;
    if (taken.has(target)) return null;
    taken.add(target);
    return target;
  });
  const last = headers.findLastIndex((header) => header.trim() !== '');
  const ignored = headers.flatMap((header, at) =>
    first[at] === null && at <= last ? [header.trim() === '' ? `column ${at + 1}` : header.trim()] : [],
  );
  return { targets: first, ignored };
}

/** As in `E-mail 1 - Value` (Google), `Billing Email` (WooCommerce), `Email address - home` (Constant Contact). */
const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  (
    'email,mail,emailaddress,address,adresse,emailadresse,emailadres,adres,indirizzo,correo,electrónico,electronico,courriel,value,1,id,' +
    'primary,main,default,work,home,office,personal,private,business,company,billing,customer,contact,subscriber,user,member,attendee,' +
    'buyer,guest,lead,person,people,client,recipient,account,from,your,my,other'
  ).split(','),
);
const ADDRESS_CORE = /^(?:e?mail(?:address|adresse?)?|correo|courriel)$/;

/** Returns whether a column name denotes the email address, alone or with other columns of a well-known export. */
export function isAddress(header: string): boolean {
  const words =
    header
      .toLowerCase()
      .replace(/e[-_ ]mail/g, 'email')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // MailerLite names the column by one word.
  if (words.join() === 'subscriber') return true;
  return words.some((word) => ADDRESS_CORE.test(word)) && words.every((word) => ADDRESS_WORDS.has(word));
}

export const keyOf = (header: string): string => header.trim().toLowerCase();

const isFree = (target: string | null | undefined, header: string, map: Readonly<Record<string, unknown>>): boolean =>
  target === null && !Object.keys(map).some((name) => keyOf(name) === keyOf(header));

function mapped(
  headers: readonly string[],
  map: Readonly<Record<string, unknown>>,
  slugs: KnownSlugs,
  faults: ValidationErrors,
): (string | null)[] {
  const targets = headers.map((): string | null => null);
  const sources = new Map<string, string>();
  const missing: string[] = [];
  for (const [name, value] of Object.entries(map)) {
    const place = headers.findIndex((header) => keyOf(header) === keyOf(name));
    if (place === -1) missing.push(name);
    if (IGNORED_WORDS.includes(value)) continue;
    const named = typeof value === 'string' ? value.trim() : '';
    const reason = faultOf(named, slugs);
    const target = named.startsWith(CUSTOM) ? CUSTOM + (slugs.get(without(named)) ?? '') : named;
    const other = sources.get(target);
    if (reason !== null) faults.add(`map.${name}`, reason);
    else if (other !== undefined && !MAY_REPEAT.has(target))
      faults.add(`map.${name}`, `is mapped to ${target}, and so is ${other}`);
    else if (place !== -1) targets[place] = target;
    sources.set(target, name);
  }
  if (missing.length > 0) faults.add('map', `names columns that do not exist: ${missing.join(', ')}`);
  return targets;
}

function faultOf(target: string, slugs: KnownSlugs): string | null {
  if (COLUMN_TARGETS.includes(target)) return null;
  if (!target.startsWith(CUSTOM)) return mustBeOneOf([...COLUMN_TARGETS, 'custom.<slug>', '-'], target);
  const slug = target.slice(CUSTOM.length);
  return slugs.has(slug) ? null : `Custom field '${slug}' does not exist`;
}

const SHOWN_HEADERS = 10;
const SHOWN_LETTERS = 40;

function noAddress(headers: readonly string[], hasMap: boolean, source: 'file' | 'rows'): string {
  const shown = headers.slice(0, SHOWN_HEADERS).map((header) => header.trim().slice(0, SHOWN_LETTERS));
  // Without a header line, the first line may contain an address.
  const looksLikeData = headers.some((header) => header.includes('@'));
  const what =
    source === 'rows'
      ? 'has no member with the email address'
      : 'has no column with the email address; the first line must contain the column names';
  if (looksLikeData) return what;
  const names = `${shown.join(', ')}${headers.length > SHOWN_HEADERS ? ', ...' : ''}`;
  return `${what} (found: ${names})${hasMap ? '' : '; name it `email`, or map it with `map`'}`;
}
