import { fromJson, isObject } from '../../platform/values/json.js';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import type { AuditedTable, Row } from './audited-tables.js';

/** A field before and after; null means no value or no record. */
interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** All changed fields by name. */
export type RecordChanges = Readonly<Record<string, FieldChange>>;

/** Replaces withheld values, before and after. */
const WITHHELD = '[withheld]';

const MAX_TEXT_LENGTH = 500;
/** Columns that repeat the id and the time of the entry. */
const KNOWN = new Set(['id', 'created_at', 'updated_at']);

/** Returns how a record differs, as JSON values. @param before null for a new record; `after` is null for a deleted one. */
export function changesBetween(before: Row | null, after: Row | null, table: AuditedTable): RecordChanges {
  const changes: Record<string, FieldChange> = {};
  const { only, hidden = [], secret = [] } = table;
  for (const column of only ?? Object.keys({ ...before, ...after })) {
    if (KNOWN.has(column) || hidden.includes(column)) continue;
    const [old, now] = [plain(before?.[column]), plain(after?.[column])];
    if (same(old, now)) continue;
    changes[column] = secret.includes(column) ? withheld(old, now) : diff(old, now);
  }
  return changes;
}

function withheld(before: unknown, after: unknown): FieldChange {
  const cover = (value: unknown): unknown => (value === null ? null : WITHHELD);
  return { before: cover(before), after: cover(after) };
}

/** Returns only the members of two objects that differ, because settings are long. */
function diff(before: unknown, after: unknown): FieldChange {
  const [old, now] = [structureOf(before), structureOf(after)];
  if (!isObject(old) || !isObject(now)) return { before: shortened(old), after: shortened(now) };
  // A member may be named like one that every object inherits, such as `toString`.
  const differing = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !Object.hasOwn(old, name) || !Object.hasOwn(now, name) || !same(old[name], now[name]),
  );
  const part = (whole: Record<string, unknown>): unknown => {
    const own = differing.filter((name) => Object.hasOwn(whole, name));
    return Object.fromEntries(own.map((name) => [name, shortened(whole[name])]));
  };
  return { before: part(old), after: part(now) };
}

function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return sqlTimestamp(value);
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return value;
}

/** JSON columns are read as text. */
function structureOf(value: unknown): unknown {
  return typeof value === 'string' && /^[[{]/.test(value) ? fromJson(value) : value;
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length <= MAX_TEXT_LENGTH) return value ?? null;
  return `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
