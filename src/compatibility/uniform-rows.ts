import type { Members } from './dialect-route.js';
import { isObject } from '../platform/values/json.js';

/**
 * Gives all rows of a list the same members, because clients make tables of them: missing members become null. Arrays
 * and objects stay absent, because clients iterate over them.
 */
export function uniformRows(rows: readonly unknown[]): readonly unknown[] {
  if (!rows.every(isObject)) return rows;
  const blank = new Map<string, null>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (value === null || typeof value !== 'object') blank.set(name, null);
  const missing = (row: Members): [string, null][] => [...blank].filter(([name]) => !Object.hasOwn(row, name));
  return rows.map((row) => {
    const added = missing(row);
    return added.length === 0 ? row : { ...row, ...Object.fromEntries(added) };
  });
}

/** Applies this to each list in a response, as an array or a page. */
export function uniformLists(answer: Members): Members {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, uniformList(value)]));
}

function uniformList(value: unknown): unknown {
  if (Array.isArray(value)) return uniformRows(value);
  if (isObject(value) && Array.isArray(value['data'])) return { ...value, data: uniformRows(value['data']) };
  return value;
}
