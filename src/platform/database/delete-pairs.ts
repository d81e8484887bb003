import type { Tx } from './database.js';
import { inParts } from '../values/collections.js';

const FIRSTS_PER_STATEMENT = 500;

/**
 * Deletes rows keyed by two ids, the first of which identifies a record.
 * @param pairs by the second value, the first ones. @param isCertain whether all pairs exist and are locked.
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
  const sql = `DELETE FROM ${table} WHERE ${first} IN (:ids) AND ${second} IN (:seconds)`;
  for (const { firsts, seconds } of groups.values())
    for (const ids of inParts(firsts, FIRSTS_PER_STATEMENT))
      await tx.execute(sql, { ids, seconds }, { ids, isCertain });
}
