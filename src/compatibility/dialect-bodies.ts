import { parseTimestamp } from '../platform/clock/timestamps.js';
import { countryCode } from '../platform/countries/countries.js';
import { isMembers, type Members } from './dialect-route.js';

/** PHP encodes an object without members as an empty array. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A contact, flat or under `subscriber`. */
export function contactBody(body: Members): Members {
  const { subscriber } = body;
  return isMembers(subscriber) ? { ...body, subscriber: contactMembers(subscriber) } : contactMembers(body);
}

/** Returns warnings about ignored fields of a contact, flat or under `subscriber`. */
export function contactWarnings(body: Members): string[] {
  const { subscriber } = body;
  return countryWarnings(isMembers(subscriber) ? subscriber : body);
}

function contactMembers(sent: Members): Members {
  const { custom_values: values, ...contact } = withAttachedKept(withReadableCountry(sent));
  return values === undefined || isEmptyList(values) ? contact : { ...contact, custom_values: values };
}

/** Attaching wins over detaching in the same call. */
function withAttachedKept(contact: Members): Members {
  const kept: Record<string, unknown> = { ...contact };
  for (const kind of ['tags', 'lists']) {
    const [attach, detach] = [contact[`attach_${kind}`], contact[`detach_${kind}`]];
    if (!Array.isArray(attach) || !Array.isArray(detach)) continue;
    const attached = new Set(attach.map(String));
    kept[`detach_${kind}`] = detach.filter((id) => !attached.has(String(id)));
  }
  return kept;
}

/** Both member names of a country. */
const COUNTRIES = ['country', 'Country'] as const;

/** Ignores a country that cannot be parsed instead of refusing the contact, because forms and shops send free text. */
export function withReadableCountry(sent: Members): Members {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isUnreadableCountry(name, value)));
}

export function countryWarnings(sent: Members): string[] {
  return Object.entries(sent)
    .filter(([name, value]) => isUnreadableCountry(name, value))
    .map(([name]) => `${name} was left out: it is neither the code nor the name of a country`);
}

function isUnreadableCountry(name: string, value: unknown): boolean {
  if (!(COUNTRIES as readonly string[]).includes(name) || value === undefined || value === null) return false;
  return typeof value !== 'string' || (value.trim() !== '' && countryCode(value) === null);
}

const ADDRESSES = ['from_email', 'reply_to_email'] as const;

/** A campaign. Empty forms send an empty string as an address. */
export function campaignBody(body: Members): Members {
  const { settings } = body;
  if (!isMembers(settings) || !isMembers(settings['mailer_settings'])) return body;
  const mailer: Record<string, unknown> = { ...settings['mailer_settings'] };
  for (const name of ADDRESSES) if (mailer[name] === '') mailer[name] = null;
  return { ...body, settings: { ...settings, mailer_settings: mailer } };
}

/** Tolerance for clients that send the current time of their own clock. */
const NOW_IS_SO_LONG_MS = 60_000;

/** Returns whether a campaign must be sent immediately: without a date, or with a current one. */
export function isDueNow({ scheduled_at: at }: Members, now: number = Date.now()): boolean {
  if (at === undefined || at === null || at === '') return true;
  const moment = typeof at === 'string' ? parseTimestamp(at) : null;
  return moment !== null && moment.getTime() <= now && moment.getTime() > now - NOW_IS_SO_LONG_MS;
}

/** The body of a call that needs none, from clients that always send JSON. */
export const isEmptyBody = (body: unknown): boolean => body === null || body === '' || isEmptyList(body);
