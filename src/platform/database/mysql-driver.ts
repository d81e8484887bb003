import * as mysql2 from 'mysql2';
import type { Pool, PoolConnection, PoolOptions } from 'mysql2';

/**
 * READ COMMITTED: under the default level a `SKIP LOCKED` scan blocks inserts into the gaps it has read.
 * Strict mode, because a shortened value is a wrong value. UTC, because every timestamp of ours is.
 */
const sessionSettings = (isolation: string): string =>
  `SET SESSION ${isolation}, time_zone = '+00:00',
  sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = 5`;

/**
 * A process that stands still in the middle of a transaction, or behind a dead line, would keep its rows locked for as long
 * as its connection lives: hours. So the server ends a transaction that says nothing for longer than any of ours waits
 * for something else (a test call to a webhook, half a minute) and for less than a lease.
 */
const MARIADB_SETTINGS = sessionSettings("tx_isolation = 'READ-COMMITTED', idle_transaction_timeout = 40");
/** It has no such limit for transactions; the lock is gone when the server gives the connection up. */
const MYSQL_SETTINGS = sessionSettings("transaction_isolation = 'READ-COMMITTED'");

/** MariaDB knows the first settings, MySQL 8 the second. */
const UNKNOWN_VARIABLE = 1193;

const STANDSTILL_MS = 1_500;
const LONGEST_WAIT_MS = 6_000;

/**
 * The mysql2 module as TypeORM is given it. It adds the two things that neither library offers: every connection gets
 * our session settings before anyone uses it, and waiting for a free connection ends.
 */
export const mysqlDriver = {
  ...mysql2,
  createPool(options: PoolOptions): Pool {
    const pool = mysql2.createPool(options);
    // Statements of one connection run in order, so this one is done before the first query of whoever asked.
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

/** A queue that moves is worth waiting in; one that stands still means that the database is away or stuck. */
function limitAcquireTime(pool: Pool): void {
  const acquire = pool.getConnection.bind(pool) as (callback: AcquireCallback) => void;
  let lastServed = 0;
  pool.getConnection = (callback: AcquireCallback): void => {
    const asked = Date.now();
    let waiting = true;
    let timer = setTimeout(giveUpUnlessItMoves, STANDSTILL_MS);
    function giveUpUnlessItMoves(): void {
      const now = Date.now();
      const left = Math.min(lastServed + STANDSTILL_MS, asked + LONGEST_WAIT_MS) - now;
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
      // It came too late for the one who asked; the next in line gets it. (On an error there is no connection.)
      else if (!error) connection.release();
    });
  };
}
