import { DateTime } from 'luxon';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { daysOf } from '../periods/days-of.js';
import { shiftDay } from '../periods/local-day.js';
import { type LocalTime, startOfDay } from '../periods/local-time.js';
import type { Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';

export const GROUPINGS = ['hour', 'day', 'week', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A stretch of time that is counted as one. */
export interface Bucket {
  /** What `bucketKey` says of everything that belongs to it. */
  readonly key: string;
  /** Its first day, or the moment at which its hour began, with the offset of the zone. */
  readonly date: string;
  /** Whether some of its days lie outside the period, so that it is not counted in full. */
  readonly partial: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What belongs together. Weeks are those of ISO 8601 and begin on Monday. */
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

/**
 * Everything that a period is made of, in order, whether or not something happened in it.
 * @throws AppError rest_invalid_param for a period of very many days, as `daysOf`.
 */
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

/** The hours that there were: autumn has one twice, which differ in their offset, and spring lacks one. */
function hoursOf({ from, to }: Period, timeZone: string): Bucket[] {
  const clock = new WallClock(timeZone);
  const [start, end] = [asMoment(startOfDay(from, timeZone)), asMoment(startOfDay(shiftDay(to, 1), timeZone))];
  const buckets = new Map<string, Bucket>();
  for (let moment = start; moment < end;) {
    // Where the clock moves by half an hour, an hour begins elsewhere than an hour after the one before it. It began as
    // `localTime` says, which is what it is counted by.
    const minutes = Number(clock.show(moment).slice(14, 16));
    const began = moment - minutes * MINUTE_MS;
    const key = sqlTimestamp(new Date(began));
    buckets.set(key, { key, date: clock.showWithOffset(began), partial: false });
    moment = began + HOUR_MS;
  }
  return [...buckets.values()];
}

const asMoment = (hour: string): number => Date.parse(`${hour.replace(' ', 'T')}Z`);
