import { DateTime } from 'luxon';
import type { DateWatch } from '../definition/trigger-match.js';

/** Days that were missed are made up for, but what is longer ago than these is over. */
const MOST_DAYS_LATE = 3;

/** When it is that time of that day, by the clock on the wall; a skipped hour comes when the clocks have been put on. */
export function startOf(round: string, at: string, timeZone: string): Date {
  return DateTime.fromISO(`${round}T${at}`, { zone: timeZone }).toJSDate();
}

export function dayAfter(round: string): string {
  return DateTime.fromISO(round, { zone: 'utc' }).plus({ days: 1 }).toFormat('yyyy-MM-dd');
}

/** The first day that is still to come when somebody begins to watch. */
export function firstRound(now: Date, at: string, timeZone: string): string {
  const today = localDay(now, timeZone);
  return startOf(today, at, timeZone) > now ? today : dayAfter(today);
}

/** The oldest day that is still gone through. */
export function oldestRound(now: Date, timeZone: string): string {
  return DateTime.fromJSDate(now, { zone: timeZone }).minus({ days: MOST_DAYS_LATE }).toFormat('yyyy-MM-dd');
}

/** The dates that contacts have whose day it is. */
export interface WantedDates {
  /** Not a later one; with `monthDays` null it is this one. */
  readonly date: string;
  /** As `MM-DD`, of any year. */
  readonly monthDays: readonly string[] | null;
}

/** Whose dates are so many days before that day. In years without one, 29 February is kept on the 28th. */
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
