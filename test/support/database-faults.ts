import { PoolConnection } from 'mysql2';

/** What a statement may be told instead of being run. */
export const DATABASE_FAULTS = {
  /** The server has rolled the whole transaction back. */
  deadlock: { errno: 1213, code: 'ER_LOCK_DEADLOCK', message: 'Deadlock found when trying to get lock' },
  /** The server has rolled back this statement only. */
  lockWait: { errno: 1205, code: 'ER_LOCK_WAIT_TIMEOUT', message: 'Lock wait timeout exceeded' },
  /** Nothing that trying again would help. */
  broken: { errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'Unknown error' },
} as const;
export type DatabaseFault = keyof typeof DATABASE_FAULTS;

type Done = (error: Error | null, ...rest: unknown[]) => void;
type Query = (this: PoolConnection, sql: string, ...rest: unknown[]) => unknown;

/** The driver's connection as we patch it: `query` is inherited, and so can be shadowed and uncovered again. */
const shadowable = PoolConnection.prototype as unknown as { query: Query };

/**
 * Makes statements inside transactions of this process fail as a busy server would make them fail. Ends, savepoints and
 * what is outside transactions are left alone, except for COMMIT, which some servers refuse too.
 * @param choose is asked for every such statement, with its values in it; undefined lets it through.
 * @returns what ends it.
 */
export function injectDatabaseFaults(choose: (sql: string) => DatabaseFault | undefined): () => void {
  const inherited = shadowable.query;
  const inTransaction = new WeakSet<PoolConnection>();

  shadowable.query = function (sql, ...rest): unknown {
    const run = (): unknown => inherited.call(this, sql, ...rest);
    if (sql === 'START TRANSACTION') inTransaction.add(this);
    else if (sql === 'ROLLBACK') inTransaction.delete(this);
    else if (inTransaction.has(this) && !sql.includes('SAVEPOINT')) {
      const chosen = choose(sql);
      if (chosen === undefined) {
        if (sql === 'COMMIT') inTransaction.delete(this);
        return run();
      }
      const { message, ...numbers } = DATABASE_FAULTS[chosen];
      const fail = (): void => {
        (rest.at(-1) as Done)(Object.assign(new Error(message), { ...numbers, sqlMessage: message }));
      };
      if (chosen !== 'deadlock') {
        setImmediate(fail);
        return undefined;
      }
      inTransaction.delete(this);
      return inherited.call(this, 'ROLLBACK', fail);
    }
    return run();
  };
  return () => {
    delete (shadowable as { query?: Query }).query;
  };
}
