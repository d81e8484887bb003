import { invalidParam } from '../../../platform/errors/app-error.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact-status.js';
import { field, ForeignColumns, type Use, type Uses } from './foreign-columns.js';
import type { ForeignContact, ForeignField, ForeignFile, ForeignSystem, OpeningOptions } from './foreign-contact.js';
import { worse } from './standing.js';

/**
 * The titles of an export of an audience. People give their own titles to the upper half, whence `--map`; the ones in
 * capitals are always the same. What Mailchimp has guessed from addresses of the network, and its own numbers, stay there.
 */
const USES: Uses = new Map<string, Use>(
  Object.entries({
    'email address': 'email',
    email: 'email',
    'first name': field('first_name'),
    'last name': field('last_name'),
    name: field('full_name'),
    'full name': field('full_name'),
    'phone number': field('phone'),
    phone: field('phone'),
    address: 'own',
    status: 'status',
    tags: 'tags',
    notes: 'value',
    optin_time: 'fact',
    optin_ip: 'fact',
    confirm_time: 'fact',
    confirm_ip: 'fact',
    unsub_time: 'fact',
    unsub_campaign_title: 'fact',
    unsub_campaign_id: 'ignored',
    unsub_reason: 'fact',
    unsub_reason_other: 'fact',
    clean_time: 'fact',
    clean_campaign_title: 'fact',
    clean_campaign_id: 'ignored',
    member_rating: 'ignored',
    latitude: 'ignored',
    longitude: 'ignored',
    gmtoff: 'ignored',
    dstoff: 'ignored',
    timezone: 'ignored',
    cc: 'ignored',
    region: 'ignored',
    last_changed: 'ignored',
    leid: 'ignored',
    euid: 'ignored',
  }),
);

/** No other system has these. */
const OWN = ['leid', 'euid', 'member_rating', 'optin_time'];

/**
 * What people of a file are, which stands at the beginning of its name and nowhere inside. Those who never subscribed (they
 * bought something, say) are not mailed there and are not here: `pending` until they agree.
 */
const OF_FILE: readonly (readonly [prefix: string, status: ContactStatus])[] = [
  ['subscribed', 'subscribed'],
  ['nonsubscribed', 'pending'],
  ['unsubscribed', 'unsubscribed'],
  ['cleaned', 'bounced'],
];

const OF_WORD = new Map<string, ContactStatus>(
  Object.entries({
    subscribed: 'subscribed',
    pending: 'pending',
    'non-subscribed': 'pending',
    nonsubscribed: 'pending',
    transactional: 'pending',
    unsubscribed: 'unsubscribed',
    cleaned: 'bounced',
  } as const),
);

export const MAILCHIMP: ForeignSystem = {
  title: 'Mailchimp',

  open(name, header, options): ForeignFile {
    const columns = new ForeignColumns(name, header, USES, options.map);
    const best = standingOf(name, columns, options);
    return {
      ignored: columns.ignored,
      best,
      read: (cells) => readMember(columns, cells, best),
    };
  },
};

function standingOf(name: string, columns: ForeignColumns, { atBest }: OpeningOptions): ContactStatus {
  const told = OF_FILE.find(([prefix]) => name.toLowerCase().startsWith(prefix))?.[1] ?? null;
  const ofColumns = columns.names('clean_time') ? 'bounced' : columns.names('unsub_time') ? 'unsubscribed' : null;
  const tellsItself = columns.has('status') && OWN.some((key) => columns.names(key));
  const known = told ?? ofColumns ?? atBest ?? (tellsItself ? 'subscribed' : null);
  if (known === null)
    throw invalidParam(
      'status',
      `is required, because the name of ${name} does not say what the people in it are: keep the names that Mailchimp ` +
        `gives (subscribed_…csv, unsubscribed_…csv, cleaned_…csv), or tell the best that they are: ${CONTACT_STATUSES.join(', ')}`,
    );
  // A file may be named wrongly; then it says of everybody when they left.
  return worse(worse(known, ofColumns), atBest);
}

function readMember(columns: ForeignColumns, cells: readonly string[], best: ContactStatus): ForeignContact {
  const word = columns.text(cells, 'status').toLowerCase();
  // A word that nobody knows is no consent.
  const status = worse(best, word === '' ? null : (OF_WORD.get(word) ?? 'unsubscribed'));
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

/** `"VIP","Berlin, Mitte"`: in quotation marks inside the cell, because tags may hold commas. */
export function readTags(text: string): string[] {
  const tags = [...text.matchAll(TAG)].map(([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The parts of an address stand in one cell, two blanks apart; nothing says which of them are missing. */
const PARTS = /\s{2,}/;
const COUNTRY = /^[A-Z]{2}$/;
const LONGEST = 190;

/** As far as the parts can be told apart; else all of it is the first line. */
export function addressOf(text: string): Partial<Record<ForeignField, string>> {
  if (text === '') return {};
  const parts = text.split(PARTS).filter((part) => part !== '');
  const country = parts.at(-1) ?? '';
  if (!COUNTRY.test(country) || parts.length < 5 || parts.length > 6) {
    const whole = parts.join(', ');
    return whole.length <= LONGEST ? { address_line_1: whole } : {};
  }
  const [line1 = '', line2 = '', city = '', state = '', code = ''] =
    parts.length === 6 ? parts : [parts[0], '', ...parts.slice(1)];
  return {
    address_line_1: line1,
    ...(line2 === '' ? {} : { address_line_2: line2 }),
    city,
    state,
    postal_code: code,
    country,
  };
}
