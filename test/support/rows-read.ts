import type { Database } from '../../src/platform/database/database.js';
import type { SqlParams } from '../../src/platform/sql/named-parameters.js';

export interface BoundQuery {
  readonly sql: string;
  readonly params: SqlParams;
}

/** Returns the queries outside of transactions that `work` sends. */
export async function queriesOf(db: Database, work: () => PromiseLike<unknown>): Promise<BoundQuery[]> {
  const spy = jest.spyOn(db, 'query');
  try {
    await work();
    return spy.mock.calls.map(([sql, params]) => ({ sql, params: params ?? {} }));
  } finally {
    spy.mockRestore();
  }
}

/** Repeats a query. @returns the rows that the server reads for it, by the counters of its session. */
export function rowsRead(db: Database, { sql, params }: BoundQuery): Promise<number> {
  return db.transaction(async (tx) => {
    const read = async (): Promise<number> =>
      (await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`)).reduce(
        (sum, { Value }) => sum + Number(Value),
        0,
      );
    const start = await read();
    await tx.query(sql, params);
    const end = await read();
    // Subtracts the rows that reading the status reads.
    return end - start - ((await read()) - end);
  });
}

/** Returns the sum of `rowsRead`. */
export async function rowsReadFor(db: Database, queries: readonly BoundQuery[]): Promise<number> {
  let sum = 0;
  for (const query of queries) sum += await rowsRead(db, query);
  return sum;
}
