import { PoolConnection } from 'mysql2';

/** Errors that a statement may get instead of being executed. */
export const DATABASE_FAULTS = {
  /** The server has rolled back the whole transaction. */
  deadlock: { errno: 1213, code: 'ER_LOCK_DEADLOCK', message: 'Deadlock found when trying to get lock' },
  /** The server has rolled back this statement only. */
  lockWait: { errno: 1205, code: 'ER_LOCK_WAIT_TIMEOUT', message: 'Lock wait timeout exceeded' },
  /** A permanent error. */
  broken: { errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'Unknown error' },
} as const;
export type DatabaseFault = keyof typeof DATABASE_FAULTS;

type Done = (error: Error | null, ...rest: unknown[]) => void;
type Query = (this: PoolConnection, sql: string, ...rest: unknown[]) => unknown;

/** Statements travel together; those of the transaction itself come first. */
const CONTROL = /^(?:(?:ROLLBACK|START TRANSACTION|SAVEPOINT \w+)(?:;|$))+/;

/** The driver connection that is patched: `query` is inherited, so it can be overridden and restored. */
const shadowable = PoolConnection.prototype as unknown as { query: Query };

/**
 * Makes statements inside transactions of this process fail like those of a busy server. Rollbacks, savepoints, and
 * statements outside of transactions are unaffected; COMMIT can fail, because some servers refuse it too.
 * @param choose is called with every text of statements that travel together, including values; undefined lets it pass.
 * @returns a function that removes the patch.
 */
export function injectDatabaseFaults(choose: (sql: string) => DatabaseFault | undefined): () => void {
  const inherited = shadowable.query;
  const inTransaction = new WeakSet<PoolConnection>();

  shadowable.query = function (sql, ...rest): unknown {
    const run = (): unknown => inherited.call(this, sql, ...rest);
    if (sql === 'ROLLBACK') inTransaction.delete(this);
    else if (sql.startsWith('START TRANSACTION')) inTransaction.add(this);
    const text = sql.replace(CONTROL, '');
    if (inTransaction.has(this) && text !== '' && !text.startsWith('ROLLBACK TO')) {
      const chosen = choose(text);
      if (chosen === undefined) {
        if (text.startsWith('COMMIT')) inTransaction.delete(this);
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
