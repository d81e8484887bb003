import * as mysql2 from 'mysql2';
import type { Connection, Pool, PoolConnection, PoolOptions } from 'mysql2';
import { type Server, ServerWatch } from './server-watch.js';
import { runText } from './statement-queue.js';
import { type Engine, ENGINE_QUERY, refuseSeveralWriters, supportedEngine } from './supported-engine.js';

/** READ COMMITTED: at the default level a `SKIP LOCKED` scan blocks inserts into the gaps it read. */
const sessionSettings = (isolation: string): string =>
  `SET SESSION ${isolation}, time_zone = '+00:00',
  sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = 5`;

/**
 * A process that hangs in a transaction would keep its row locks for hours. The time is longer than any of ours waits (30 seconds, for a
 * webhook test call) and shorter than a lease.
 */
const MARIADB_SETTINGS = sessionSettings("tx_isolation = 'READ-COMMITTED', idle_transaction_timeout = 40");
/** MySQL closes any idle connection after this time, so the pool hands out none that was idle for nearly as long (`ServerWatch`). */
const MYSQL_SETTINGS = sessionSettings("transaction_isolation = 'READ-COMMITTED', wait_timeout = 40");

const IDLE_TIMEOUT_MS = 1_500;
const MAX_WAIT_MS = 6_000;
/** Divides both. */
const TICK_MS = 100;

interface Expectations {
  /** Whether the server is read-only by purpose. */
  readonly isReplica?: boolean;
  /** `DATABASE_UNSAFE_ENGINE` */
  readonly allowsUnsafeEngine?: boolean;
}

/** The mysql2 module as passed to TypeORM. */
export const mysqlDriver = (expected: Expectations) => ({
  ...mysql2,
  createPool: (options: PoolOptions): Pool => preparedPool(options, expected),
});

/** Returns a pool whose connections are prepared before use, and where getting one has a timeout. */
export function preparedPool(
  options: PoolOptions,
  { isReplica = false, allowsUnsafeEngine = false }: Expectations,
): Pool {
  const pool = mysql2.createPool(options);
  const connect = (): Connection => mysql2.createConnection(options);
  // The watch has its own timeout: that of the driver ends a connection whose answers a stalled process has not read.
  const connectPatiently = (): Connection => mysql2.createConnection({ ...options, connectTimeout: 0 });
  let checked: Promise<void> | null = isReplica || allowsUnsafeEngine ? Promise.resolve() : null;
  prepareConnections(pool, new ServerWatch(pool, connectPatiently, isReplica), async (connection) => {
    const [engine] = await runText<[Engine & Server]>(connection, ENGINE_QUERY);
    const product = supportedEngine(engine, allowsUnsafeEngine);
    await runText(connection, product.startsWith('MariaDB') ? MARIADB_SETTINGS : MYSQL_SETTINGS);
    checked ??= refuseSeveralWriters(connection, connect).catch((error: unknown) => {
      checked = null;
      throw error;
    });
    await checked;
    return engine;
  });
  limitAcquireTime(pool);
  return pool;
}

/** Returns a connection of a pool. The caller releases it. */
export function acquired(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) reject(error);
      else resolve(connection);
    });
  });
}

/** Not `pool.query`: the driver links its results, so V8 frees them only in a full garbage collection. */
export async function queryPool<Result>(
  pool: Pool,
  text: string,
  options?: { readonly rowsAsArray: boolean },
): Promise<Result> {
  const connection = await acquired(pool);
  try {
    return await runText<Result>(connection, text, options);
  } finally {
    connection.release();
  }
}

type AcquireCallback = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;
type Acquire = (callback: AcquireCallback) => void;

/** Checks the server and sets the session of each new connection, and hands out connections of the current server only. */
function prepareConnections(
  pool: Pool,
  watch: ServerWatch,
  setUp: (connection: PoolConnection) => Promise<Server>,
): void {
  const acquire = pool.getConnection.bind(pool) as Acquire;

  /** Returns the error of a connection that is not usable. */
  const prepare = async (connection: PoolConnection): Promise<Error | null> => {
    try {
      watch.add(connection, await setUp(connection));
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
 * Waiting is fine while connections are being returned. Time is counted in ticks of the event loop: after a stall of the process,
 * connections may be free whose results it has not read yet.
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
