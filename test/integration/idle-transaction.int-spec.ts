import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { Database } from '../../src/platform/database/database.js';
import { isDatabaseUnavailable } from '../../src/platform/errors/database-errors.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { migratedDatabase, type TestDatabase } from '../support/test-database.js';

/** Shorter than the lease of a webhook delivery (45 s), and longer than the transaction of a webhook test call (32 s). */
const LIMIT_SECONDS = 40;

describe('a process that stalls inside a transaction', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await migratedDatabase();
  });

  async function newProcess(): Promise<Database> {
    const source = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2 })).initialize();
    stopAtEnd({ stop: () => source.destroy() });
    return new Database(source);
  }

  const lockRelay = 'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE';

  it('F27 loses its locks, gets an error, and can continue', async () => {
    const [stalled, active] = [await newProcess(), await newProcess()];
    const [server] = await active.query<{ version: string }>('SELECT VERSION() AS version');
    // MySQL has no such limit; there, the lock lasts until the connection is closed.
    if (!server!.version.includes('MariaDB')) return;

    let isLocked: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    let resume: () => void = () => undefined;
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    const work = stalled.transaction(async (tx) => {
      const [limit] = await tx.query<{ seconds: number }>('SELECT @@SESSION.idle_transaction_timeout AS seconds');
      expect(limit!.seconds).toBe(LIMIT_SECONDS);
      await tx.query(lockRelay);
      await tx.execute('SET SESSION idle_transaction_timeout = 1');
      isLocked();
      await resumed;
      await tx.execute('UPDATE relay_state SET last_position = 999 WHERE id = 1');
    });
    const outcome = work.catch((error: unknown) => error);
    await Promise.race([locked, outcome]);
    // The other process gets the lock while the first one still stalls.
    await active.transaction(async (tx) => {
      await tx.execute('SET SESSION innodb_lock_wait_timeout = 1000');
      await tx.query(lockRelay);
    });
    resume();

    expect(isDatabaseUnavailable(await outcome)).toBe(true);
    expect(await stalled.query('SELECT last_position AS position FROM relay_state')).toEqual([{ position: 0 }]);
  });
});
