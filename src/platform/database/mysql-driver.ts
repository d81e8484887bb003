import * as mysql2 from 'mysql2';
import type { Pool, PoolConnection, PoolOptions } from 'mysql2';

/**
 * READ COMMITTED: at the default level a `SKIP LOCKED` scan blocks inserts into the gaps it read. Strict mode refuses truncated values. All
 * timestamps are UTC.
 */
const sessionSettings = (isolation: string): string =>
  `SET SESSION ${isolation}, time_zone = '+00:00',
  sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = 5`;

/**
 * A process that hangs in a transaction would keep its row locks for hours. The server ends transactions idle for longer than any of ours
 * waits (30 seconds, for a webhook test call) and shorter than a lease.
 */
const MARIADB_SETTINGS = sessionSettings("tx_isolation = 'READ-COMMITTED', idle_transaction_timeout = 40");
/** MySQL has no such limit; locks are released when the server closes the connection. */
const MYSQL_SETTINGS = sessionSettings("transaction_isolation = 'READ-COMMITTED'");

/** MariaDB accepts the first settings, MySQL 8 the second. */
const UNKNOWN_VARIABLE = 1193;

const IDLE_TIMEOUT_MS = 1_500;
const MAX_WAIT_MS = 6_000;

/** The mysql2 module as passed to TypeORM, plus session settings for each new connection and a timeout for getting one. */
export const mysqlDriver = {
  ...mysql2,
  createPool(options: PoolOptions): Pool {
    const pool = mysql2.createPool(options);
    // Statements of a connection run in order, so this one precedes the first query of the caller.
    pool.on('connection', (connection) => {
      connection.query(MARIADB_SETTINGS, (error) => {
        if (error?.errno === UNKNOWN_VARIABLE) connection.query(MYSQL_SETTINGS);
      });
    });
    limitAcquireTime(pool);
    return pool;
  },
};

type AcquireCallback = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;

/** Waiting is fine while connections are being returned; if none is, the database is unavailable or stuck. */
function limitAcquireTime(pool: Pool): void {
  const acquire = pool.getConnection.bind(pool) as (callback: AcquireCallback) => void;
  let lastServed = 0;
  pool.getConnection = (callback: AcquireCallback): void => {
    const asked = Date.now();
    let waiting = true;
    let timer = setTimeout(giveUpUnlessItMoves, IDLE_TIMEOUT_MS);
    function giveUpUnlessItMoves(): void {
      const now = Date.now();
      const left = Math.min(lastServed + IDLE_TIMEOUT_MS, asked + MAX_WAIT_MS) - now;
      if (left > 0) {
        timer = setTimeout(giveUpUnlessItMoves, left);
        return;
      }
      waiting = false;
      const error: NodeJS.ErrnoException = new Error('No database connection became free in time');
      error.code = 'POOL_ACQUIRE_TIMEOUT';
      callback(error, undefined as unknown as PoolConnection);
    }
    acquire((error, connection) => {
      clearTimeout(timer);
      if (!error) lastServed = Date.now();
      if (waiting) callback(error, connection);
      // Too late for its caller; the next in line gets the connection. (On an error there is no connection.)
      else if (!error) connection.release();
    });
  };
}
