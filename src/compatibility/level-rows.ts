import { isMembers, type Members } from './dialect-route.js';

/**
 * Gives every row of a list the same members, as programs expect that make a table of it: what only some rows have is null
 * in the others. Arrays and objects are there or not: who goes through one would stumble over null.
 */
export function levelRows(rows: readonly unknown[]): readonly unknown[] {
  if (!rows.every(isMembers)) return rows;
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

/** The same for each list that an answer holds, be it as an array or as a page. */
export function levelAnswer(answer: Members): Members {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, levelMember(value)]));
}

function levelMember(value: unknown): unknown {
  if (Array.isArray(value)) return levelRows(value);
  if (isMembers(value) && Array.isArray(value['data'])) return { ...value, data: levelRows(value['data']) };
  return value;
}
