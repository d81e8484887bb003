import type { SqlParams } from './named-parameters.js';

/** Something that holds or does not for a row, with what is bound in it. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: SqlParams;
  /**
   * The same as conditions of which one has to hold, where it is made of such. To collect who passes each is often far
   * quicker than to ask every row there is for all of them: an OR of look-ups leaves no index to begin with.
   */
  readonly alternatives?: readonly string[];
}

/** Both conditions at once. */
export function both(one: SqlCondition | undefined, other: SqlCondition): SqlCondition {
  if (one === undefined) return other;
  return { sql: `${one.sql} AND ${other.sql}`, params: { ...one.params, ...other.params } };
}
