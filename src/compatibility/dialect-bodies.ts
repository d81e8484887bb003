import { parseTimestamp } from '../platform/clock/timestamps.js';
import { countryCode } from '../platform/countries/countries.js';
import { isMembers, type Members } from './dialect-route.js';

/** PHP writes an empty array for an object without members. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A contact, flat or under `subscriber`. */
export function contactBody(body: Members): Members {
  const { subscriber } = body;
  return isMembers(subscriber) ? { ...body, subscriber: contactMembers(subscriber) } : contactMembers(body);
}

/** What was left out of a contact, flat or under `subscriber`. */
export function contactWarnings(body: Members): string[] {
  const { subscriber } = body;
  return countryWarnings(isMembers(subscriber) ? subscriber : body);
}

function contactMembers(sent: Members): Members {
  const { custom_values: values, ...contact } = withAttachedKept(withReadableCountry(sent));
  return values === undefined || isEmptyList(values) ? contact : { ...contact, custom_values: values };
}

/** What is to be attached stays attached, whatever the same call detaches. */
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

/** Both names that a country has on the wire. */
const COUNTRIES = ['country', 'Country'] as const;

/** Forms and shops send countries in their own words; one that cannot be read is no reason to refuse the contact. */
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

/** A campaign. Forms that were not filled in send an empty text for an address. */
export function campaignBody(body: Members): Members {
  const { settings } = body;
  if (!isMembers(settings) || !isMembers(settings['mailer_settings'])) return body;
  const mailer: Record<string, unknown> = { ...settings['mailer_settings'] };
  for (const name of ADDRESSES) if (mailer[name] === '') mailer[name] = null;
  return { ...body, settings: { ...settings, mailer_settings: mailer } };
}

/** A program that says "now" by its own clock is a moment late when we read it. */
const NOW_IS_SO_LONG_MS = 60_000;

/** Whether a campaign is to be sent at once: without a date, or with one that says so. */
export function saysNow({ scheduled_at: at }: Members, now: number = Date.now()): boolean {
  if (at === undefined || at === null || at === '') return true;
  const moment = typeof at === 'string' ? parseTimestamp(at) : null;
  return moment !== null && moment.getTime() <= now && moment.getTime() > now - NOW_IS_SO_LONG_MS;
}

/** The body of a call that needs none, as programs send it that always send JSON. */
export const isEmptyBody = (body: unknown): boolean => body === null || body === '' || isEmptyList(body);
