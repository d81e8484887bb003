import type { Database, Tx } from '../../src/platform/database/database.js';
import type { SqlParams } from '../../src/platform/sql/named-parameters.js';

/** A table of a statement, as the server would read it. */
export interface PlanRow {
  readonly type: string;
  readonly key: string | null;
  readonly rows: string | null;
  readonly Extra: string | null;
}

/** Returns the plan of a statement. MySQL prints plans as trees by default, in which no assertion would find a column. */
export function explain(reader: Pick<Database | Tx, 'query'>, sql: string, params?: SqlParams): Promise<PlanRow[]> {
  return reader.query<PlanRow>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, params);
}

/** Returns the most rows that the server expects to read in one table, and the extra text of all. */
export function worstOf(plan: readonly PlanRow[]): { rows: number; extra: string } {
  return {
    rows: Math.max(...plan.map(({ rows }) => Number(rows ?? 0))),
    extra: plan.map(({ Extra }) => Extra ?? '').join('; '),
  };
}
