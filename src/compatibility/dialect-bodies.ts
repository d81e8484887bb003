import { parseTimestamp } from '../platform/clock/timestamps.js';
import { isMembers, type Members } from './dialect-route.js';

/** PHP writes an empty array for an object without members. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A contact, flat or under `subscriber`. */
export function contactBody(body: Members): Members {
  const { subscriber } = body;
  return isMembers(subscriber) ? { ...body, subscriber: contactMembers(subscriber) } : contactMembers(body);
}

function contactMembers({ custom_values: values, ...contact }: Members): Members {
  return values === undefined || isEmptyList(values) ? contact : { ...contact, custom_values: values };
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
