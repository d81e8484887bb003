/** An object that somebody else wrote: nothing is known about its members. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** A text or a number as text, without the blanks around it; null for everything else and for an empty one. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** The member, whatever the case of its name: headers have none. */
export function memberOf(members: Members, name: string): unknown {
  const found = Object.keys(members).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : members[found];
}

/** What a table of ours says about a word of theirs; `constructor` and its like stand in none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, word: string | null): Entry | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** A moment, written as ISO 8601 or as seconds since 1970; null for what no mail of ours can have seen. */
export function momentOf(value: unknown): Date | null {
  const text = textOf(value);
  if (text === null) return null;
  const seconds = /^\d{9,11}(?:\.\d+)?$/.test(text);
  if (!seconds && !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const milliseconds = seconds ? Number(text) * 1_000 : Date.parse(text);
  return milliseconds >= EARLIEST && milliseconds < LATEST ? new Date(milliseconds) : null;
}
