import { DateTime } from 'luxon';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { shiftDay, type LocalTime, startOfDay } from '../../../platform/clock/local-time.js';
import { daysOf, type Period } from './report-period.js';
import { WallClock } from './wall-clock.js';

export const GROUPINGS = ['hour', 'day', 'week', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Bucket {
  /** The `bucketKey` of everything in it. */
  readonly key: string;
  /** Its first day, or the start of its hour with the UTC offset. */
  readonly date: string;
  /** Whether some of its days lie outside the period. */
  readonly partial: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the key of the bucket that a day belongs to. Weeks are those of ISO 8601 and start on Monday. */
export function bucketKey({ day, hour }: LocalTime, grouping: Grouping): string {
  switch (grouping) {
    case 'hour':
      return hour;
    case 'day':
      return day;
    case 'week':
      return shiftDay(day, 1 - weekdayOf(day));
    case 'month':
      return `${day.slice(0, 8)}01`;
  }
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns all buckets in order, including empty ones. @throws AppError rest_invalid_param, as `daysOf`. */
export function bucketsOf(period: Period, grouping: Grouping, timeZone: string): Bucket[] {
  if (grouping === 'hour') return hoursOf(period, timeZone);
  const keys = new Set(daysOf(period).map((day) => bucketKey({ day, hour: '' }, grouping)));
  return [...keys].map((key) => ({
    key,
    date: key,
    partial: key < period.from || lastDay(key, grouping) > period.to,
  }));
}

function lastDay(first: string, grouping: 'day' | 'week' | 'month'): string {
  if (grouping === 'day') return first;
  if (grouping === 'week') return shiftDay(first, 6);
  return DateTime.fromISO(first, { zone: 'utc' }).endOf('month').toFormat('yyyy-MM-dd');
}

/** The end of daylight saving time repeats an hour with another offset, and its start skips one. */
function hoursOf({ from, to }: Period, timeZone: string): Bucket[] {
  const clock = new WallClock(timeZone);
  const [start, end] = [asMoment(startOfDay(from, timeZone)), asMoment(startOfDay(shiftDay(to, 1), timeZone))];
  const buckets = new Map<string, Bucket>();
  for (let moment = start; moment < end;) {
    // If the clock moves by half an hour, an hour does not start one hour after the previous one; `localTime` gives its
    // start.
    const minutes = Number(clock.show(moment).slice(14, 16));
    const began = moment - minutes * MINUTE_MS;
    const key = sqlTimestamp(new Date(began));
    buckets.set(key, { key, date: clock.showWithOffset(began), partial: false });
    moment = began + HOUR_MS;
  }
  return [...buckets.values()];
}

const asMoment = (hour: string): number => Date.parse(`${hour.replace(' ', 'T')}Z`);
