import { DateTime } from 'luxon';

/** Returns the calendar day of a moment in a time zone, as `YYYY-MM-DD`. Computed here because the database may lack time zone tables. */
export function localDay(moment: Date, timeZone: string): string {
  return DateTime.fromJSDate(moment, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** Adds days to a day. Days have no time zone, so none is an hour short. */
export function shiftDay(day: string, days: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}
