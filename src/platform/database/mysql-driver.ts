import * as mysql2 from 'mysql2';
import type { Pool, PoolConnection, PoolOptions } from 'mysql2';
import { type Server, SERVER_COLUMNS, ServerWatch } from './server-watch.js';
import { runText } from './statement-queue.js';
import { ConfigurationError } from '../config/config.js';

/** The comment names the product, even if a server has the version of MySQL that it imitates. */
export const ENGINE_QUERY = `SELECT VERSION() AS version, @@version_comment AS comment, ${SERVER_COLUMNS}`;

export type Engine = Readonly<Record<'version' | 'comment', string>>;

/** They speak MySQL's protocol but lock rows in another way: TiDB accepts SKIP LOCKED and locks nothing, so an email would leave twice. */
const IMITATIONS = /TiDB|Vitess|PlanetScale|OceanBase|SingleStore|MemSQL|StarRocks|Doris|Dolt|MatrixOne|ClickHouse/i;
const LEAST: Readonly<Record<string, number>> = { MariaDB: 10_006, MySQL: 8_000 };

/** Returns product and version of a server. @throws ConfigurationError if Carillon cannot use it. */
export function supportedEngine({ version, comment }: Engine): string {
  const words = `${version} ${comment}`;
  const product = IMITATIONS.exec(words)?.[0] ?? (/mariadb/i.test(words) ? 'MariaDB' : 'MySQL');
  // A proxy may put 5.5.5 before the version of MariaDB.
  const [, major, minor] = /^(?:5\.5\.5-)?(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) * 1_000 + Number(minor) >= (LEAST[product] ?? Number.POSITIVE_INFINITY))
    return `${product} ${version}`;
  const why = product in LEAST ? 'is too old' : 'does not lock rows as MariaDB and MySQL do';
  throw new ConfigurationError([
    `DATABASE_URL: ${product} ${version} ${why}. Use MariaDB 10.6 or later, or MySQL 8.0 or later.`,
  ]);
}

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

const IDLE_TIMEOUT_MS = 1_500;
const MAX_WAIT_MS = 6_000;
/** Divides both. */
const TICK_MS = 100;

/** The mysql2 module as passed to TypeORM; connections are prepared before use, and getting one has a timeout. */
export const mysqlDriver = {
  ...mysql2,
  createPool(options: PoolOptions): Pool {
    const pool = mysql2.createPool(options);
    prepareConnections(pool, new ServerWatch(pool, () => mysql2.createConnection(options)));
    limitAcquireTime(pool);
    return pool;
  },
};

type AcquireCallback = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;
type Acquire = (callback: AcquireCallback) => void;

/** Checks the server and sets the session of each new connection, and hands out connections of the current server only. */
function prepareConnections(pool: Pool, watch: ServerWatch): void {
  const acquire = pool.getConnection.bind(pool) as Acquire;

  /** Returns the error of a connection that is not usable. */
  const prepare = async (connection: PoolConnection): Promise<Error | null> => {
    try {
      const [engine] = await runText<[Engine & Server]>(connection, ENGINE_QUERY);
      await runText(connection, supportedEngine(engine).startsWith('MariaDB') ? MARIADB_SETTINGS : MYSQL_SETTINGS);
      watch.add(connection, engine);
      return null;
    } catch (error) {
      connection.destroy();
      return error as Error;
    }
  };

  function getConnection(callback: AcquireCallback): void {
    acquire((error, connection) => {
      if (error) {
        callback(error, connection);
        return;
      }
      const pass = (isUsable: boolean): void => {
        if (isUsable) callback(null, connection);
        else {
          connection.destroy();
          getConnection(callback);
        }
      };
      const isUsable = watch.lend(connection);
      if (isUsable === null)
        void prepare(connection).then((failure) => {
          callback(failure, connection);
        });
      else if (typeof isUsable === 'boolean') pass(isUsable);
      else void isUsable.then(pass);
    });
  }
  pool.getConnection = getConnection as never;
}

/**
 * Waiting is fine while connections are being returned; if none is, the database is unavailable or stuck. Time is counted in ticks of the
 * event loop: after a stall of the process, connections may be free whose results it has not read yet.
 */
function limitAcquireTime(pool: Pool): void {
  const acquire = pool.getConnection.bind(pool) as Acquire;
  let served = 0;
  pool.getConnection = (callback: AcquireCallback): void => {
    let waiting = true;
    let [servedBefore, idleMs, waitedMs] = [served, 0, 0];
    const timer = setInterval(() => {
      idleMs = served === servedBefore ? idleMs + TICK_MS : 0;
      servedBefore = served;
      waitedMs += TICK_MS;
      if (idleMs < IDLE_TIMEOUT_MS && waitedMs < MAX_WAIT_MS) return;
      clearInterval(timer);
      waiting = false;
      const error = new Error('No database connection became free in time');
      callback(Object.assign(error, { code: 'POOL_ACQUIRE_TIMEOUT' }), undefined as never);
    }, TICK_MS);
    acquire((error, connection) => {
      clearInterval(timer);
      if (!error) served += 1;
      if (waiting) callback(error, connection);
      // Too late for its caller; the next in line gets the connection. (On an error there is no connection.)
      else if (!error) connection.release();
    });
  };
}
