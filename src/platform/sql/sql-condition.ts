import type { SqlParams } from './named-parameters.js';

/** Something that holds or does not for a row, with what is bound in it. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: SqlParams;
}
