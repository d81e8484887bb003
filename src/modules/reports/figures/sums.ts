import type { Counter } from '../../rollups/counters.js';
import type { Sums } from './figure-catalog.js';

const PLACE = /\{(sums|counters|zeros)(?: (\w+))?\}/g;

/** `{sums}` becomes the sum of each counter, `{counters}` each one, `{zeros}` a 0 for each; `{sums c}` has an alias. */
export const withCounters = (sql: string, counters: readonly Counter[]): string =>
  sql.replace(PLACE, (_place, kind: string, alias?: string) =>
    counters
      .map((counter) => {
        const column = alias === undefined ? counter : `${alias}.${counter}`;
        if (kind === 'counters') return column;
        return kind === 'sums' ? `COALESCE(SUM(${column}), 0) AS ${counter}` : `0 AS ${counter}`;
      })
      .join(', '),
  );

/** Inserts constant SQL fragments; values of callers are bound parameters. */
export const filledIn = (sql: string, pieces: Readonly<Record<string, string>>): string =>
  sql.replace(/\{(\w+)\}/g, (whole, name: string) => pieces[name] ?? whole);

export const sumOf = (counters: readonly Counter[], rows: readonly Sums[]): Sums =>
  Object.fromEntries(counters.map((counter) => [counter, rows.reduce((sum, row) => sum + (row[counter] ?? 0), 0)]));

/** Returns what rows leave of all: also emails whose domain or campaign is no longer known. */
export const restOf = (counters: readonly Counter[], all: Sums, rows: readonly Sums[]): Sums =>
  Object.fromEntries(
    counters.map((counter) => [counter, rows.reduce((left, row) => left - (row[counter] ?? 0), all[counter] ?? 0)]),
  );
