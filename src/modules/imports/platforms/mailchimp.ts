import { invalidParam } from '../../../platform/errors/app-error.js';
import { given } from '../../../platform/http/given.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact/contact-status.js';
import { ForeignColumns, usesOf } from './foreign-columns.js';
import type { ForeignContact, ForeignField, ForeignFile, ForeignSystem, OpeningOptions } from './foreign-contact.js';
import { stricter } from './status-strictness.js';

/**
 * Columns of an audience export. Titles of merge fields are chosen by the user, so `--map` is needed; those in capitals are fixed.
 * Data that Mailchimp derives from IP addresses and its internal numbers are ignored.
 */
const USES = usesOf(
  {
    email: ['email address', 'email'],
    own: ['address'],
    status: ['status'],
    tags: ['tags'],
    value: ['notes'],
    fact: [
      ...['optin_time', 'optin_ip', 'confirm_time', 'confirm_ip', 'unsub_time', 'unsub_campaign_title'],
      ...['unsub_reason', 'unsub_reason_other', 'clean_time', 'clean_campaign_title'],
    ],
    ignored: [
      ...['unsub_campaign_id', 'clean_campaign_id', 'member_rating', 'latitude', 'longitude', 'gmtoff', 'dstoff'],
      ...['timezone', 'cc', 'region', 'last_changed', 'leid', 'euid'],
    ],
  },
  { name: 'full_name', 'phone number': 'phone' },
);

/** Columns that only Mailchimp has. */
const OWN = ['leid', 'euid', 'member_rating', 'optin_time'];

/**
 * The status of all contacts of a file, by the prefix of its name; there is no status column. Non-subscribed contacts (such as
 * customers) get no marketing email: they become `pending`.
 */
const OF_FILE: readonly (readonly [prefix: string, status: ContactStatus])[] = [
  ['subscribed', 'subscribed'],
  ['nonsubscribed', 'pending'],
  ['unsubscribed', 'unsubscribed'],
  ['cleaned', 'bounced'],
];

const OF_WORD = new Map<string, ContactStatus>([
  ...OF_FILE,
  ['pending', 'pending'],
  ['non-subscribed', 'pending'],
  ['transactional', 'pending'],
]);

export const MAILCHIMP: ForeignSystem = {
  title: 'Mailchimp',

  open(name, header, options): ForeignFile {
    const columns = new ForeignColumns(name, header, USES, options.map);
    const best = bestStatusOf(name, columns, options);
    return {
      ignored: columns.ignored,
      best,
      read: (cells) => readMember(columns, cells, best),
    };
  },
};

function bestStatusOf(name: string, columns: ForeignColumns, { atBest }: OpeningOptions): ContactStatus {
  const ofName = OF_FILE.find(([prefix]) => name.toLowerCase().startsWith(prefix))?.[1] ?? null;
  const ofColumns = columns.names('clean_time') ? 'bounced' : columns.names('unsub_time') ? 'unsubscribed' : null;
  const hasOwnStatus = columns.has('status') && OWN.some((key) => columns.names(key));
  const known = ofName ?? ofColumns ?? atBest ?? (hasOwnStatus ? 'subscribed' : null);
  if (known === null)
    throw invalidParam(
      'status',
      `is required because the name of ${name} does not contain the status: keep the names that Mailchimp ` +
        `gives (subscribed_…csv, unsubscribed_…csv, cleaned_…csv), or give the least strict status of these contacts: ${CONTACT_STATUSES.join(', ')}`,
    );
  // A file may be misnamed; its columns with the time of leaving show it.
  return stricter(stricter(known, ofColumns), atBest);
}

function readMember(columns: ForeignColumns, cells: readonly string[], best: ContactStatus): ForeignContact {
  const word = columns.text(cells, 'status').toLowerCase();
  // An unknown status is not a consent.
  const status = stricter(best, word === '' ? null : (OF_WORD.get(word) ?? 'unsubscribed'));
  const agrees = status === 'subscribed' || status === 'pending';
  return {
    email: columns.text(cells, 'email'),
    status,
    fields: { ...addressOf(columns.named(cells, 'address')), ...columns.fields(cells) },
    values: columns.values(cells),
    tags: readTags(columns.text(cells, 'tags')),
    lists: [],
    evidence: columns.evidence(cells, agrees ? ['confirm_ip', 'optin_ip'] : []),
    blocked: false,
  };
}

const TAG = /"((?:[^"]|"")*)"|[^,]+/g;

/** Parses `"VIP","Berlin, Mitte"`: quoted inside the cell, because tags may contain commas. */
export function readTags(text: string): string[] {
  const tags = [...text.matchAll(TAG)].map(([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The parts of an address are in one cell, separated by two spaces; missing parts are not marked. */
const PARTS = /\s{2,}/;
const COUNTRY = /^[A-Z]{2}$/;
const MAX_LENGTH = 190;

/** Splits an address if the parts are clear; otherwise returns it as the first line. */
export function addressOf(text: string): Partial<Record<ForeignField, string>> {
  if (text === '') return {};
  const parts = text.split(PARTS).filter((part) => part !== '');
  const country = parts.at(-1) ?? '';
  if (!COUNTRY.test(country) || parts.length < 5 || parts.length > 6) {
    const whole = parts.join(', ');
    return whole.length <= MAX_LENGTH ? { address_line_1: whole } : {};
  }
  const [line1 = '', line2] = parts.slice(0, -4);
  const [city = '', state = '', code = ''] = parts.slice(-4);
  return {
    address_line_1: line1,
    ...given({ address_line_2: line2 }),
    city,
    state,
    postal_code: code,
    country,
  };
}
