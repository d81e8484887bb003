/** Batches write the same moment many times. */
let latest = { moment: NaN, text: '' };

/** Formats UTC as `YYYY-MM-DD HH:MM:SS`, the wire format of contacts, lists, and campaigns. */
export function sqlTimestamp(date: Date): string {
  const moment = date.getTime();
  if (moment !== latest.moment) latest = { moment, text: date.toISOString().slice(0, 19).replace('T', ' ') };
  return latest.text;
}

/** The same for nullable columns. */
export function sqlTimestampOrNull(date: Date | null): string | null {
  return date === null ? null : sqlTimestamp(date);
}

/** Truncates: a DATETIME column without fractions would round, and the row would differ from the answer. */
export function toTheSecond(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000);
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads both timestamp formats of the API; UTC without an offset.
 * @returns null for anything that is not an existing moment, such as 31 February.
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

/** Returns the row with its dates formatted by `sqlTimestamp`. */
export function withSqlTimestamps(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? sqlTimestamp(value) : value,
    ]),
  );
}
