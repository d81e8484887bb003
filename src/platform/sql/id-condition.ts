import type { SqlCondition } from './named-parameters.js';

/** Reading twice as many rows in one range costs as much as looking up each id. */
const MAX_RANGE_PER_ID = 2;

/** Returns a condition for at least one id. If they are dense, it is a range: ignore rows of other ids. @param ids ascending. */
export function idCondition(column: string, ids: readonly number[]): SqlCondition {
  const [from = 0, to = 0] = [ids[0], ids.at(-1)];
  return to - from < ids.length * MAX_RANGE_PER_ID
    ? { sql: `${column} BETWEEN :fromId AND :toId`, params: { fromId: from, toId: to } }
    : { sql: `${column} IN (:ids)`, params: { ids } };
}
