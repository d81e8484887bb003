import { DateTime } from 'luxon';

/**
 * The calendar day of a moment in a time zone, as `YYYY-MM-DD`. Computed here and not by the database, which may lack
 * the time zone tables.
 */
export function localDay(moment: Date, timeZone: string): string {
  return DateTime.fromJSDate(moment, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** The day so many days later, or earlier. Days have no time zone, so none of them is an hour short. */
export function shiftDay(day: string, days: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}
