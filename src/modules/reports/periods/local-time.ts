import { DateTime } from 'luxon';
import { localDay } from './local-day.js';

/** The day and the hour that a moment belongs to in a time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** When the hour began, UTC, as `YYYY-MM-DD HH:MM:SS`: of the hour that autumn repeats there are two. */
  readonly hour: string;
}

/** Offsets of time zones are whole quarters of an hour, so moments of one quarter belong to the same hour and day. */
const QUARTER_MS = 900_000;
const REMEMBERED = 5_000;
const known = new Map<string, LocalTime>();

/** Zones begin their hours at quarters of UTC hours (India at the half), so an hour is kept as the moment it began. */
export function localTime(moment: Date, timeZone: string): LocalTime {
  const quarter = Math.floor(moment.getTime() / QUARTER_MS);
  const key = `${quarter} ${timeZone}`;
  const remembered = known.get(key);
  if (remembered) return remembered;
  const start = DateTime.fromMillis(quarter * QUARTER_MS, { zone: timeZone });
  const hour = start.minus({ minutes: start.minute }).toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
  const time = { day: localDay(moment, timeZone), hour };
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, time);
  return time;
}

/** When a local day began, UTC, as `YYYY-MM-DD HH:MM:SS`; where midnight was skipped, when the first hour there was began. */
export function startOfDay(day: string, timeZone: string): string {
  return DateTime.fromISO(day, { zone: timeZone }).startOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
}
