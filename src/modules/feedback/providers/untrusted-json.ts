import { isObject, type JsonObject as Members } from '../../../platform/values/json.js';

export type { Members };

/** Returns the members of an object; empty for anything else. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns a text or number as trimmed text; null for anything else and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** Returns a member by case-insensitive name, like headers. */
export function memberOf(members: Members, name: string): unknown {
  const found = Object.keys(members).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : members[found];
}

/** Looks up an own entry of a table, so that `constructor` and the like are not found. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, word: string | null): Entry | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Parses ISO 8601 or seconds since 1970; null for an impossible time. */
export function momentOf(value: unknown): Date | null {
  const text = textOf(value);
  if (text === null) return null;
  const seconds = /^\d{9,11}(?:\.\d+)?$/.test(text);
  if (!seconds && !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const milliseconds = seconds ? Number(text) * 1_000 : Date.parse(text);
  return milliseconds >= EARLIEST && milliseconds < LATEST ? new Date(milliseconds) : null;
}
