import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { Database } from '../../src/platform/database/database.js';
import { isDatabaseUnavailable } from '../../src/platform/errors/database-errors.js';
import { migratedDatabase, type TestDatabase } from '../support/test-database.js';

/** Less than the 45 s of a webhook's claim, more than the 32 s that a test call may hold a request's transaction open. */
const LIMIT_SECONDS = 40;

describe('a process that stands still inside a transaction', () => {
  let database: TestDatabase;
  const sources: DataSource[] = [];

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(async () => {
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });

  async function newProcess(): Promise<Database> {
    const source = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2 })).initialize();
    sources.push(source);
    return new Database(source);
  }

  const lockRelay = 'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE';

  it('F27 loses its locks to those who live, learns of it, and can go on', async () => {
    const [frozen, alive] = [await newProcess(), await newProcess()];
    const [server] = await alive.query<{ version: string }>('SELECT VERSION() AS version');
    // MySQL has no such limit; there the lock lasts until the connection is given up.
    if (!server!.version.includes('MariaDB')) return;

    const work = frozen.transaction(async (tx) => {
      const [limit] = await tx.query<{ seconds: number }>('SELECT @@SESSION.idle_transaction_timeout AS seconds');
      expect(limit!.seconds).toBe(LIMIT_SECONDS);
      await tx.execute('SET SESSION idle_transaction_timeout = 1');
      await tx.query(lockRelay);
      await sleep(2_500);
      await tx.execute('UPDATE relay_state SET last_position = 999 WHERE id = 1');
    });
    const outcome = work.catch((error: unknown) => error);
    await sleep(300);
    const start = performance.now();
    await alive.transaction((tx) => tx.query(lockRelay));
    expect(performance.now() - start).toBeGreaterThan(300);
    expect(performance.now() - start).toBeLessThan(2_000);

    expect(isDatabaseUnavailable(await outcome)).toBe(true);
    expect(await frozen.query('SELECT last_position AS position FROM relay_state')).toEqual([{ position: 0 }]);
  });
});
