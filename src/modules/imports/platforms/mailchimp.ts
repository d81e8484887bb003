import { invalidParam } from '../../../platform/errors/app-error.js';
import { given } from '../../../platform/http/given.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact/contact-status.js';
import { distinctTitles, type ForeignField, type ForeignSystem, stricter } from './foreign-system.js';

/** By the prefix of the file name. Non-subscribed contacts, such as customers, get no marketing email. */
const OF_FILE: Readonly<Record<string, ContactStatus>> = {
  subscribed: 'subscribed',
  nonsubscribed: 'pending',
  unsubscribed: 'unsubscribed',
  cleaned: 'bounced',
};

/** Columns that only Mailchimp has. */
const OWN = ['leid', 'euid', 'member_rating', 'optin_time'];

export const MAILCHIMP: ForeignSystem = {
  title: 'Mailchimp',

  // Titles of merge fields are chosen by the user, so `--map` is needed; those of all contacts, in capitals, are fixed. Data that
  // Mailchimp derives from IP addresses and its internal numbers are ignored.
  columns: {
    email: ['email address', 'email'],
    status: ['status'],
    tags: ['tags'],
    full_name: ['name'],
    phone: ['phone number'],
    parts: ['address'],
    evidence: [
      ...['optin_time', 'optin_ip', 'confirm_time', 'confirm_ip', 'unsub_time', 'unsub_campaign_title'],
      ...['unsub_reason', 'unsub_reason_other', 'clean_time', 'clean_campaign_title'],
    ],
    '-': [
      ...['unsub_campaign_id', 'clean_campaign_id', 'member_rating', 'latitude', 'longitude', 'gmtoff', 'dstoff'],
      ...['timezone', 'cc', 'region', 'last_changed', 'leid', 'euid'],
    ],
  },

  statuses: {
    ...OF_FILE,
    pending: 'pending',
    'non-subscribed': 'pending',
    transactional: 'pending',
    // The file decides.
    '': 'subscribed',
  },

  consentIps: ['confirm_ip', 'optin_ip'],

  leastStrict({ name, titles, hasStatus }, atBest) {
    const ofName = Object.entries(OF_FILE).find(([prefix]) => name.toLowerCase().startsWith(prefix))?.[1] ?? null;
    const ofColumns = titles.has('clean_time') ? 'bounced' : titles.has('unsub_time') ? 'unsubscribed' : null;
    const ofCells = hasStatus && OWN.some((title) => titles.has(title)) ? 'subscribed' : null;
    const known = ofName ?? ofColumns ?? atBest ?? ofCells;
    if (known === null)
      throw invalidParam(
        'status',
        `is required because the name of ${name} does not contain the status: keep the names that Mailchimp ` +
          `gives (subscribed_…csv, unsubscribed_…csv, cleaned_…csv), or give the least strict status of these contacts: ${CONTACT_STATUSES.join(', ')}`,
      );
    // A file may be misnamed; its columns with the time of leaving show it.
    return stricter(stricter(known, ofColumns), atBest);
  },

  titlesIn: readTags,
  partsOf: (text) => ({ fields: addressOf(text), values: {} }),
};

const TAG = /"((?:[^"]|"")*)"|[^,]+/g;

/** Parses `"VIP","Berlin, Mitte"`: quoted inside the cell, because tags may contain commas. */
export function readTags(text: string): string[] {
  return distinctTitles([...text.matchAll(TAG)].map(([plain, quoted]) => quoted?.replaceAll('""', '"') ?? plain));
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
  const [city = '', state = '', postalCode = ''] = parts.slice(-4);
  return { address_line_1: line1, ...given({ address_line_2: line2 }), city, state, postal_code: postalCode, country };
}
