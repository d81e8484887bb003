import { DateTime } from 'luxon';

/** Returns the calendar day of a moment in a time zone, as `YYYY-MM-DD`. Computed here because the database may lack time zone tables. */
export function localDay(moment: Date, timeZone: string): string {
  return DateTime.fromJSDate(moment, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** Adds days to a day. Days have no time zone, so none is an hour short. */
export function shiftDay(day: string, days: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}

export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The start of the hour, UTC, as `YYYY-MM-DD HH:MM:SS`: the hour repeated in autumn has two. */
  readonly hour: string;
}

/** Time zone offsets are multiples of 15 minutes, so all moments of a quarter share hour and day. */
const QUARTER_MS = 900_000;
const REMEMBERED = 5_000;
const known = new Map<string, LocalTime>();

/** Local hours can start at UTC quarters (India at :30), so an hour is stored as its start. */
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

/** Returns the start of a local day, UTC, as `YYYY-MM-DD HH:MM:SS`; the first existing hour where midnight is skipped. */
export function startOfDay(day: string, timeZone: string): string {
  return DateTime.fromISO(day, { zone: timeZone }).startOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
}
