import { DateTime } from 'luxon';
import type { DateWatch } from '../definition/trigger-match.js';

/** Missed days are processed later, up to this many. */
const MAX_DAYS_LATE = 3;

/** Returns that local time of the day; a time that daylight saving skips becomes the hour after it. */
export function startOf(round: string, at: string, timeZone: string): Date {
  return DateTime.fromISO(`${round}T${at}`, { zone: timeZone }).toJSDate();
}

export function dayAfter(round: string): string {
  return DateTime.fromISO(round, { zone: 'utc' }).plus({ days: 1 }).toFormat('yyyy-MM-dd');
}

/** Returns the first day whose time is still ahead when the watch starts. */
export function firstRound(now: Date, at: string, timeZone: string): string {
  const today = localDay(now, timeZone);
  return startOf(today, at, timeZone) > now ? today : dayAfter(today);
}

export function oldestRound(now: Date, timeZone: string): string {
  return DateTime.fromJSDate(now, { zone: timeZone }).minus({ days: MAX_DAYS_LATE }).toFormat('yyyy-MM-dd');
}

interface WantedDates {
  /** The latest date; with `monthDays` null, the only one. */
  readonly date: string;
  readonly monthDays: readonly string[] | null;
}

/** Returns the dates that are `offset_days` before the day. In other than leap years, 29 February counts as the 28th. */
export function wantedDates(round: string, { offset_days, yearly }: DateWatch): WantedDates {
  const day = DateTime.fromISO(round, { zone: 'utc' }).minus({ days: offset_days });
  const date = day.toFormat('yyyy-MM-dd');
  if (yearly === 'no') return { date, monthDays: null };
  const monthDay = date.slice(5);
  return { date, monthDays: monthDay === '02-28' && !day.isInLeapYear ? ['02-28', '02-29'] : [monthDay] };
}

function localDay(now: Date, timeZone: string): string {
  return DateTime.fromJSDate(now, { zone: timeZone }).toFormat('yyyy-MM-dd');
}
