import type { SqlParams } from './named-parameters.js';

/** A row condition with its bound values. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: SqlParams;
  /**
   * The condition as alternatives, if it is an OR. A UNION of lookups is often much faster, because an OR of lookups cannot use an index.
   */
  readonly alternatives?: readonly string[];
}

/** Returns the conjunction. */
export function conjunction(one: SqlCondition | undefined, other: SqlCondition): SqlCondition {
  if (one === undefined) return other;
  return { sql: `${one.sql} AND ${other.sql}`, params: { ...one.params, ...other.params } };
}
