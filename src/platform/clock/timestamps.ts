/** Whoever writes many rows writes the same moment again and again. */
let latest = { moment: NaN, text: '' };

/** `YYYY-MM-DD HH:MM:SS` in UTC, the form of contacts, lists and campaigns on the wire. */
export function sqlTimestamp(date: Date): string {
  const moment = date.getTime();
  if (moment !== latest.moment) latest = { moment, text: date.toISOString().slice(0, 19).replace('T', ' ') };
  return latest.text;
}

/** The same for a column that may be empty. */
export function sqlTimestampOrNull(date: Date | null): string | null {
  return date === null ? null : sqlTimestamp(date);
}

/** Cut, not rounded: a DATETIME column without fractions rounds, and the row would differ from what we just said. */
export function toTheSecond(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000);
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads both timestamp forms of the API, with or without an explicit offset; without one it is UTC.
 * @returns null for anything that is no real moment, 31 February included.
 */
export function parseTimestamp(text: string): Date | null {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return null;
  const [, day = '', time = '00:00:00', offset = 'Z'] = match;
  const calendarDay = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(calendarDay.getTime()) || calendarDay.toISOString().slice(0, 10) !== day) return null;
  const moment = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
