/** Whether the text is an existing day as `YYYY-MM-DD`: 31 February is not. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const TIMESTAMP_RULE = 'must be a timestamp as YYYY-MM-DD HH:MM:SS or ISO 8601';

/** Returns why a text is not a date or timestamp: its day does not exist, or it breaks `rule`. */
export function dayFault(text: unknown, rule: string): string {
  const day = typeof text === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1] : undefined;
  return day === undefined || isCalendarDay(day) ? rule : 'is not a day that exists';
}

const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Returns the day of a text with an optional time; null for zero dates of databases. */
type WrittenDay = { readonly day: string | null } | { readonly fault: string };

/** Reads the day as written: a time or time zone does not move a birthday. */
export function readDay(text: string): WrittenDay {
  const day = WRITTEN.exec(text)?.[1];
  if (day === undefined) return { fault: 'must be a date as YYYY-MM-DD' };
  if (day === '0000-00-00') return { day: null };
  return isCalendarDay(day) ? { day } : { fault: 'is not a day that exists' };
}

/** Batches write the same moment many times. */
let latest = { moment: NaN, text: '' };

/** Formats UTC as `YYYY-MM-DD HH:MM:SS`, the wire format of contacts, lists, and campaigns. */
export function sqlTimestamp(date: Date): string {
  const moment = date.getTime();
  if (moment !== latest.moment) latest = { moment, text: date.toISOString().slice(0, 19).replace('T', ' ') };
  return latest.text;
}

export function sqlTimestampOrNull(date: Date | null): string | null {
  return date === null ? null : sqlTimestamp(date);
}

/** Truncates: a DATETIME column without fractions would round, and the row would differ from the answer. */
export const toTheSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1_000) * 1_000);

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads both timestamp formats of the API; UTC without an offset. @returns null for a moment that does not exist. */
export function parseTimestamp(text: string): Date | null {
  const [, day = '', time = '00:00:00', offset = 'Z'] = TIMESTAMP.exec(text.trim()) ?? [];
  if (!isCalendarDay(day)) return null;
  const moment = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

type WithSqlTimestamps<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

/** Returns the row with its dates formatted by `sqlTimestamp`. */
export function withSqlTimestamps<Row extends object>(row: Row): WithSqlTimestamps<Row> {
  const shown = (value: unknown): unknown => (value instanceof Date ? sqlTimestamp(value) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)])) as WithSqlTimestamps<Row>;
}
