import { isObject } from '../../platform/values/json.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import type { ImportCell } from './reading/record-source.js';

export const MOST_JSON_ROWS = 5_000;
/** The stored row has a cell for every member of any row. */
const MAX_MEMBERS = 500;
const MAX_FAULTS = 50;

/** Returns a line with the names of all members, then a JSON array per row. @param faults gets all errors. */
export function rowsAsFile(rows: unknown, faults: ValidationErrors): Buffer {
  const nothing = Buffer.alloc(0);
  if (rows === undefined) faults.add('rows', 'is required');
  else if (!Array.isArray(rows)) faults.add('rows', 'must be an array of objects');
  else if (rows.length === 0) faults.add('rows', 'must hold at least one row');
  else if (rows.length > MOST_JSON_ROWS) faults.add('rows', `must hold at most ${MOST_JSON_ROWS} rows`);
  else return fileOf(rows as readonly unknown[], faults);
  return nothing;
}

function fileOf(rows: readonly unknown[], faults: ValidationErrors): Buffer {
  const places = new Map<string, number>();
  let wrong = 0;
  const read = rows.map((row, index) => {
    const cells = new Map<string, ImportCell>();
    for (const [name, value] of membersOf(row)) {
      const cell = cellOf(value);
      if (cell === null) {
        wrong += 1;
        if (wrong <= MAX_FAULTS) faults.add(`rows.${index}.${name}`, 'must be text, a number, or a list of them');
        continue;
      }
      if (!places.has(name)) places.set(name, places.size);
      cells.set(name, cell);
    }
    if (!isObject(row)) faults.add(`rows.${index}`, 'must be an object');
    return cells;
  });
  if (places.size > MAX_MEMBERS) {
    faults.add('rows', `must have at most ${MAX_MEMBERS} different members`);
    return Buffer.alloc(0);
  }
  const names = [...places.keys()];
  const lines = read.map((cells) => JSON.stringify(names.map((name) => cells.get(name) ?? '')));
  return Buffer.from([JSON.stringify(names), ...lines].join('\n'));
}

/** Custom values may be in a `custom_values` object, as in a contact, or be columns. */
function membersOf(row: unknown): [string, unknown][] {
  if (!isObject(row)) return [];
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    name === 'custom_values' && isObject(value)
      ? Object.entries(value).map(([slug, own]) => [`custom.${slug}`, own])
      : [[name, value]],
  );
}

function cellOf(value: unknown): ImportCell | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return null;
  const items = value as readonly unknown[];
  return items.every((item) => typeof item === 'string' || typeof item === 'number') ? items.map(String) : null;
}
