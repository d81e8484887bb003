import * as mysql2 from 'mysql2';
import type { Pool, PoolConnection, PoolOptions } from 'mysql2';

/**
 * READ COMMITTED: under the default level a `SKIP LOCKED` scan blocks inserts into the gaps it has read.
 * Strict mode, because a shortened value is a wrong value. UTC, because every timestamp of ours is.
 */
const sessionSettings = (isolationVariable: 'tx_isolation' | 'transaction_isolation'): string =>
  `SET SESSION ${isolationVariable} = 'READ-COMMITTED', time_zone = '+00:00',
  sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = 5`;

/** MariaDB before 11.1 knows only the first name, MySQL 8 only the second. */
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
      connection.query(sessionSettings('tx_isolation'), (error) => {
        if (error?.errno === UNKNOWN_VARIABLE) connection.query(sessionSettings('transaction_isolation'));
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
