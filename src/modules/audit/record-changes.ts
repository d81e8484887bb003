import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import type { AuditedTable, Row } from './audited-tables.js';

/** A field before and after; null stands for no value, as for all fields of a record that was not there. */
export interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** Every field that is different, by its name. */
export type RecordChanges = Readonly<Record<string, FieldChange>>;

/** What stands in place of a value that is nobody's business; so that it is seen to have changed, both are this. */
export const WITHHELD = '[withheld]';

const LONGEST_TEXT = 500;
/** Known to all readers of the entry: it has the id itself, and says when it was written. */
const KNOWN = new Set(['id', 'created_at', 'updated_at']);

/**
 * What is different between two states of a record, in values that survive JSON.
 * @param before null when it was not there; `after` when it is gone.
 */
export function changesBetween(before: Row | null, after: Row | null, table: AuditedTable): RecordChanges {
  const changes: Record<string, FieldChange> = {};
  for (const column of table.only ?? Object.keys(after ?? before ?? {})) {
    if (KNOWN.has(column) || table.hidden?.includes(column) === true) continue;
    const [old, now] = [plain(before?.[column]), plain(after?.[column])];
    if (same(old, now)) continue;
    changes[column] = table.secret?.includes(column) === true ? withheld(old, now) : told(old, now);
  }
  return changes;
}

function withheld(before: unknown, after: unknown): FieldChange {
  const cover = (value: unknown): unknown => (value === null ? null : WITHHELD);
  return { before: cover(before), after: cover(after) };
}

/** Of two objects, only the members that differ: a campaign's settings are long, and one of them was changed. */
function told(before: unknown, after: unknown): FieldChange {
  const [old, now] = [structureOf(before), structureOf(after)];
  if (!isObject(old) || !isObject(now)) return { before: shortened(old), after: shortened(now) };
  const differing = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !same(old[name], now[name]),
  );
  const part = (whole: Record<string, unknown>): unknown =>
    Object.fromEntries(differing.filter((name) => name in whole).map((name) => [name, shortened(whole[name])]));
  return { before: part(old), after: part(now) };
}

function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return sqlTimestamp(value);
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return value;
}

/** Columns that hold JSON come as its text. */
function structureOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length <= LONGEST_TEXT) return value ?? null;
  return `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
