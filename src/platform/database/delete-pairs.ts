import type { Tx } from './database.js';
import { inParts } from '../values/collections.js';

const FIRSTS_PER_STATEMENT = 500;

/**
 * Deletes rows keyed by two ids, the first of which identifies a record.
 * @param pairs by value of the second column, the values of the first. Second values with the same first values share a statement.
 * @param isCertain whether all pairs exist and are locked.
 */
export async function deletePairs(
  tx: Tx,
  table: string,
  [first, second]: readonly [first: string, second: string],
  pairs: ReadonlyMap<number, readonly number[]>,
  isCertain = false,
): Promise<void> {
  const groups = new Map<string, { readonly firsts: readonly number[]; readonly seconds: number[] }>();
  for (const [value, firsts] of pairs) {
    const key = firsts.join();
    const group = groups.get(key) ?? { firsts, seconds: [] };
    group.seconds.push(value);
    groups.set(key, group);
  }
  const deletePart = (firsts: readonly number[], seconds: readonly number[]): Promise<unknown> =>
    tx.execute(
      `DELETE FROM ${table} WHERE ${first} IN (:firsts) AND ${second} IN (:seconds)`,
      { firsts, seconds },
      { changes: table, ids: firsts, isCertain },
    );
  for (const { firsts, seconds } of groups.values())
    for (const part of inParts(firsts, FIRSTS_PER_STATEMENT)) await deletePart(part, seconds);
}
