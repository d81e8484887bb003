import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import { Connection } from 'mysql2';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { ConfigurationError } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { Database, type Tx } from '../../src/platform/database/database.js';
import { ENGINE_QUERY } from '../../src/platform/database/supported-engine.js';
import { SERVER_QUERY } from '../../src/platform/database/server-watch.js';
import {
  isDatabaseUnavailable,
  isRetryable,
  OutcomeUnknown,
  violatedUniqueIndex,
} from '../../src/platform/errors/database-errors.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { useFakeClock } from '../support/fake-clock.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { type TestDatabase, emptyDatabase } from '../support/test-database.js';
import { waitUntil } from '../support/wait-until.js';

const POOL_SIZE = 4;

/** A promise and its resolver, with which two transactions of a test wait for each other. */
function gate(): { open: () => void; readonly opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** A pool of its own, as another process has. */
async function open(
  url: string,
): Promise<{ readonly source: DataSource; readonly db: Database; readonly stop: () => Promise<void> }> {
  const source = await new DataSource(dataSourceOptions({ url, poolSize: POOL_SIZE })).initialize();
  return { source, db: new Database(source), stop: () => source.destroy() };
}

describe('the database', () => {
  let empty: TestDatabase;
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    // A test causes an error that is logged.
    Logger.overrideLogger(false);
    empty = await emptyDatabase();
    ({ source: dataSource, db } = stopAtEnd(await open(empty.url)));
    await dataSource.query(`
      CREATE TABLE things (
        id INT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL DEFAULT '', amount INT NOT NULL DEFAULT 0,
        UNIQUE INDEX ux_things_name (name)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  });
  beforeEach(() => dataSource.query("REPLACE INTO things (id, name, amount) VALUES (1, 'one', 0), (2, 'two', 0)"));
  afterEach(() => dataSource.query('DELETE FROM things'));

  const amountsOf = async (reader: Database): Promise<number[]> =>
    (await reader.query<{ amount: number }>('SELECT amount FROM things ORDER BY id')).map(({ amount }) => amount);
  const amounts = (): Promise<number[]> => amountsOf(db);

  const add = (tx: Tx, id: number): Promise<unknown> =>
    tx.execute('UPDATE things SET amount = amount + 1 WHERE id = :id', { id });

  describe('every connection', () => {
    it('reads committed rows, in UTC, strictly, and waits 5 seconds for a lock', async () => {
      const runners = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
      const settings = await Promise.all(
        runners.map(async (runner) => {
          const isolation: { Value: string }[] = await runner.query(
            "SHOW SESSION VARIABLES WHERE Variable_name IN ('tx_isolation', 'transaction_isolation')",
          );
          const [others] = await runner.query(
            'SELECT CONNECTION_ID() AS id, @@time_zone AS zone, @@sql_mode AS mode, @@innodb_lock_wait_timeout AS wait',
          );
          return { ...others, isolation: isolation[0]?.Value };
        }),
      );
      await Promise.all(runners.map((runner) => runner.release()));
      expect(new Set(settings.map(({ id }) => id)).size).toBe(POOL_SIZE);
      for (const { isolation, zone, mode, wait } of settings) {
        expect({ isolation, zone, wait }).toEqual({ isolation: 'READ-COMMITTED', zone: '+00:00', wait: 5 });
        expect(mode).toContain('STRICT_TRANS_TABLES');
      }
    });

    it('is set up before its first statement', async () => {
      const fresh = stopAtEnd(await open(empty.url));
      const settings = await Promise.all(
        Array.from({ length: POOL_SIZE }, () =>
          fresh.db.transaction(async (tx) => {
            const [row] = await tx.query('SELECT @@time_zone AS zone, @@innodb_lock_wait_timeout AS wait');
            const [before] = await tx.query('SELECT amount FROM things WHERE id = 1');
            await dataSource.query('UPDATE things SET amount = amount + 1 WHERE id = 1');
            const [after] = await tx.query('SELECT amount FROM things WHERE id = 1');
            return { row, readsCommitted: !isDeepStrictEqual(before, after) };
          }),
        ),
      );
      expect(settings).toEqual(
        Array.from({ length: POOL_SIZE }, () => ({ row: { zone: '+00:00', wait: 5 }, readsCommitted: true })),
      );
    });

    it('refuses a value that is too long instead of truncating it', async () => {
      const long = db.transaction((tx) =>
        tx.execute('UPDATE things SET name = :name WHERE id = 1', { name: 'x'.repeat(21) }),
      );
      await expect(long).rejects.toMatchObject({ errno: 1406 });
    });

    it('returns DATETIME as Date, BIGINT and DECIMAL as numbers, and DATE as text', async () => {
      const [row] = await db.query(
        `SELECT CAST('2026-01-31 10:20:30.123' AS DATETIME(3)) AS moment, CAST('2026-01-31' AS DATE) AS day,
                CAST(9007199254740991 AS UNSIGNED) AS big, CAST(1.25 AS DECIMAL(10, 2)) AS fraction, COUNT(*) AS many
           FROM things`,
      );
      expect(row).toEqual({
        moment: new Date('2026-01-31T10:20:30.123Z'),
        day: '2026-01-31',
        big: 9_007_199_254_740_991,
        fraction: 1.25,
        many: 2,
      });
    });
  });

  describe('a parameter', () => {
    it('T16 stays a value even if it looks like SQL', async () => {
      for (const text of ["' OR 1=1 -- ", '\\', '?', ':id', '`', '"', '\u0000', '😀'])
        await expect(db.query('SELECT :text AS text', { text })).resolves.toEqual([{ text }]);
    });

    it('T16 does not become SQL when it is an object', async () => {
      // The driver would write `{name: 1}` as the SQL `name` = 1, which could match rows.
      const hostile = { name: { name: 1 } } as never;
      await expect(db.query('SELECT id FROM things WHERE name = :name', hostile)).resolves.toEqual([]);
      const nested = { names: [{ name: 1 }] } as never;
      await expect(db.query('SELECT id FROM things WHERE name IN (:names)', nested)).resolves.toEqual([]);
    });

    it('is not confused by question marks in the statement', async () => {
      await expect(
        db.query("SELECT 'really?' AS text, /* is it? */ :a AS a -- why?\n, `id` FROM things WHERE id = :id", {
          a: 'b',
          id: 1,
        }),
      ).resolves.toEqual([{ text: 'really?', a: 'b', id: 1 }]);
    });

    it('expands lists, and lists of lists', async () => {
      await expect(db.query('SELECT id FROM things WHERE id IN (:ids) ORDER BY id', { ids: [2, 1] })).resolves.toEqual([
        { id: 1 },
        { id: 2 },
      ]);
      const pairs = {
        pairs: [
          [1, 'one'],
          [2, 'other'],
        ] as const,
      };
      await expect(db.query('SELECT id FROM things WHERE (id, name) IN (:pairs)', pairs)).resolves.toEqual([{ id: 1 }]);
    });
  });

  describe('reads of several callers', () => {
    const nameOf = (id: number): Promise<object[]> =>
      db.joined().query('SELECT name FROM things WHERE id = :id', { id });

    it('are one text for all callers of a turn, and each gets its rows', async () => {
      const sent = jest.spyOn(Connection.prototype as { query: (...args: unknown[]) => unknown }, 'query');
      expect(await Promise.all([nameOf(1), nameOf(2), nameOf(3)])).toEqual([[{ name: 'one' }], [{ name: 'two' }], []]);
      expect(sent.mock.calls.filter(([text]) => String(text).includes('things'))).toHaveLength(1);
      sent.mockRestore();
    });

    it('do not fail with the statement of another caller', async () => {
      const wrong = db.joined().query('SELECT nothing FROM things');
      const [one, failed, two] = await Promise.allSettled([nameOf(1), wrong, nameOf(2)]);
      expect([one, two]).toMatchObject([{ value: [{ name: 'one' }] }, { value: [{ name: 'two' }] }]);
      expect(failed).toMatchObject({ status: 'rejected', reason: { errno: 1054 } });
    });
  });

  describe('a transaction', () => {
    it('is rolled back as a whole when its work throws', async () => {
      const failing = db.transaction(async (tx) => {
        await add(tx, 1);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await expect(amounts()).resolves.toEqual([0, 0]);
    });

    it('F12 is retried after a real deadlock, so that both transactions succeed', async () => {
      const [firstHasOne, secondHasTwo] = [gate(), gate()];
      const runs = { first: 0, second: 0 };
      const first = db.transaction(async (tx) => {
        runs.first += 1;
        await add(tx, 1);
        firstHasOne.open();
        await secondHasTwo.opened;
        await add(tx, 2);
      });
      const second = db.transaction(async (tx) => {
        runs.second += 1;
        await add(tx, 2);
        secondHasTwo.open();
        await firstHasOne.opened;
        await add(tx, 1);
      });
      await Promise.all([first, second]);
      await expect(amounts()).resolves.toEqual([2, 2]);
      expect(runs.first + runs.second).toBe(3);
    });

    it('sends no statement after a deadlock, because the server would commit it separately', async () => {
      const gates = [gate(), gate()] as const;
      const refusals: unknown[] = [];
      const deadlocking = (mine: 0 | 1, own: number, others: number): Promise<void> =>
        db.transaction(async (tx) => {
          await add(tx, own);
          gates[mine].open();
          await gates[mine === 0 ? 1 : 0].opened;
          const failed: unknown = await add(tx, others).then(
            () => null,
            (error: unknown) => error,
          );
          if (failed === null) return;
          const late = tx.execute("INSERT INTO things (id, name) VALUES (9, 'late')");
          refusals.push(await late.catch((error: unknown) => error === failed));
          throw failed as Error;
        });
      await Promise.all([deadlocking(0, 1, 2), deadlocking(1, 2, 1)]);
      expect(refusals).toEqual([true]);
      await expect(db.query('SELECT name FROM things WHERE id = 9')).resolves.toEqual([]);
      await expect(amounts()).resolves.toEqual([2, 2]);
    });

    it('runs parts concurrently, sends their statements together, and ends when all have ended', async () => {
      const ended: string[] = [];
      const part = (name: string, ...texts: string[]): (() => Promise<void>) => {
        return async () => {
          for (const text of texts) await tx.execute(`INSERT INTO things (id, name) VALUES ${text}`);
          ended.push(name);
        };
      };
      let tx!: Tx;
      await db.transaction((opened) => {
        tx = opened;
        return tx.sideBySide([part('one', "(3, 'three')", "(4, 'four')"), part('other', "(5, 'five')")]);
      });
      expect(ended.sort()).toEqual(['one', 'other']);
      await expect(amounts()).resolves.toHaveLength(5);
      const failing = db.transaction((opened) => {
        tx = opened;
        return tx.sideBySide([part('fails', "(6, 'one')"), part('later', "(7, 'seven')", "(8, 'eight')")]);
      });
      await expect(failing).rejects.toThrow('Duplicate entry');
      expect(ended).not.toContain('fails');
      await expect(amounts()).resolves.toHaveLength(5);
    });

    it('sends statements together, in call order, and gives each its result', async () => {
      const batches: string[] = [];
      await db.transaction(async (tx) => {
        spyOnStatements(tx, batches);
        const [rows, written, again] = await Promise.all([
          tx.query('SELECT id FROM things ORDER BY id'),
          tx.execute("INSERT INTO things (id, name) VALUES (3, 'a;b')"),
          tx.query('SELECT name FROM things WHERE id = 3'),
        ]);
        expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
        expect(written.affectedRows).toBe(1);
        expect(again).toEqual([{ name: 'a;b' }]);
      });
      expect(batches.map((sql) => sql.split(';').length)).toEqual([5, 1]);
      expect(batches[0]).toMatch(/^START TRANSACTION;SELECT/);
      expect(batches[1]).toBe('COMMIT');
    });

    it('fails statements that travel together as one, and commits nothing', async () => {
      const failing = db.transaction(async (tx) => {
        const ends = await Promise.allSettled([
          tx.execute("INSERT INTO things (id, name) VALUES (3, 'three')"),
          tx.execute("INSERT INTO things (id, name) VALUES (4, 'one')"),
          tx.execute("INSERT INTO things (id, name) VALUES (5, 'five')"),
        ]);
        expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
        throw new Error('as the caller decides');
      });
      await expect(failing).rejects.toThrow('as the caller decides');
      await expect(amounts()).resolves.toHaveLength(2);
    });

    it('sends writes that are not awaited before the commit, and fails with them', async () => {
      const batches: string[] = [];
      const named = (id: number, name: string) => `INSERT INTO things (id, name) VALUES (${id}, '${name}')`;
      await db.transaction(async (tx) => {
        spyOnStatements(tx, batches);
        tx.sendLater(tx.execute(named(3, 'three')));
        tx.sendLater(tx.execute(named(4, 'four')));
        await Promise.resolve();
      });
      expect(batches.map((sql) => sql.split(';').length)).toEqual([3, 1]);
      const failing = db.transaction(async (tx) => {
        tx.sendLater(tx.execute(named(5, 'one')));
        await Promise.resolve();
      });
      await expect(failing).rejects.toThrow('Duplicate entry');
      await db.transaction(async (tx) => {
        const inner = tx.savepoint(async () => {
          tx.sendLater(tx.execute(named(6, 'one')));
          await Promise.resolve();
        });
        await expect(inner).rejects.toThrow('Duplicate entry');
        await tx.execute(named(7, 'seven'));
      });
      const rows = await db.query<{ id: number }>('SELECT id FROM things ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 7]);
    });

    it('goes on after a failure of the first statement, with nothing of what traveled with it', async () => {
      await db.transaction(async (tx) => {
        const first = await Promise.allSettled([
          tx.execute("INSERT INTO things (id, name) VALUES (3, 'three')"),
          tx.execute("INSERT INTO things (id, name) VALUES (4, 'one')"),
        ]);
        expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        await tx.execute("INSERT INTO things (id, name) VALUES (5, 'five')");
      });
      await expect(db.query('SELECT id FROM things ORDER BY id')).resolves.toEqual([{ id: 1 }, { id: 2 }, { id: 5 }]);
      const failing = db.transaction(async (tx) => {
        await tx.execute("INSERT INTO things (id, name) VALUES (6, 'one')").catch(() => undefined);
        await tx.execute("INSERT INTO things (id, name) VALUES (7, 'seven')");
        throw new Error('must undo what followed');
      });
      await expect(failing).rejects.toThrow('must undo');
      await expect(amounts()).resolves.toHaveLength(3);
    });

    it('sends waiting statements before those of TypeORM', async () => {
      await db.transaction(async (tx) => {
        const written = tx.execute("INSERT INTO things (id, name) VALUES (3, 'three')");
        await expect(tx.manager.query('SELECT COUNT(*) AS many FROM things')).resolves.toEqual([{ many: 3 }]);
        await written;
      });
      await expect(amounts()).resolves.toHaveLength(3);
    });

    it('sends the commit alone, so that a failure before it cannot be committed', async () => {
      const failing = db.transaction(async (tx) => {
        tx.defer((open) => open.execute("INSERT INTO things (id, name) VALUES (3, 'one')").then(() => undefined), null);
        await tx.execute("INSERT INTO things (id, name) VALUES (4, 'four')");
      });
      await expect(failing).rejects.toThrow('Duplicate entry');
      await expect(amounts()).resolves.toHaveLength(2);
    });

    it('F12 gives up after three retries', async () => {
      let runs = 0;
      const failing = db.transaction(() => {
        runs += 1;
        return Promise.reject(Object.assign(new Error('Deadlock found'), { errno: 1213 }));
      });
      await expect(failing).rejects.toThrow('Deadlock found');
      expect(runs).toBe(4);
    });

    it('is not retried after any other error', async () => {
      let runs = 0;
      const duplicate = db.transaction((tx) => {
        runs += 1;
        return tx.execute("INSERT INTO things (id, name) VALUES (3, 'one')");
      });
      const error: unknown = await duplicate.catch((thrown: unknown) => thrown);
      expect(violatedUniqueIndex(error)).toBe('ux_things_name');
      expect(isRetryable(error)).toBe(false);
      expect(runs).toBe(1);
    });

    it('returns the number of matched rows, not of changed rows', async () => {
      const written = await db.transaction((tx) => tx.execute('UPDATE things SET amount = 0 WHERE id IN (1, 2)'));
      expect(written.affectedRows).toBe(2);
    });

    it('inserts any number of rows', async () => {
      const rows = Array.from({ length: 1_203 }, (_, index) => [index + 10, `thing ${index}`] as const);
      await expect(db.transaction((tx) => tx.insertRows('things', ['id', 'name'], rows))).resolves.toBe(1_203);
      await expect(db.transaction((tx) => tx.insertRows('things', ['id', 'name'], []))).resolves.toBe(0);
      await expect(db.query('SELECT COUNT(*) AS many FROM things')).resolves.toEqual([{ many: 1_205 }]);
    });

    it('runs its hooks only after the commit, and once even if the transaction is retried', async () => {
      const seen: number[][] = [];
      let runs = 0;
      await db.transaction(async (tx) => {
        runs += 1;
        await add(tx, 1);
        tx.afterCommit(async () => {
          seen.push(await amounts());
        });
        tx.afterCommit(() => {
          throw new Error('is logged and has no other effect');
        });
        if (runs === 1) throw Object.assign(new Error('Deadlock found'), { errno: 1213 });
      });
      expect(seen).toEqual([[1, 0]]);
      const failing = db.transaction((tx) => {
        tx.afterCommit(() => void seen.push([]));
        return Promise.reject(new Error('no'));
      });
      await expect(failing).rejects.toThrow('no');
      expect(seen).toHaveLength(1);
    });
  });

  describe('a savepoint', () => {
    it('rolls back its own statements and hooks, and nothing else', async () => {
      const hooks: string[] = [];
      await db.transaction(async (tx) => {
        await add(tx, 1);
        tx.afterCommit(() => void hooks.push('outer'));
        const inner = tx.savepoint(async () => {
          await add(tx, 2);
          tx.afterCommit(() => void hooks.push('inner'));
          throw new Error('only this part');
        });
        await expect(inner).rejects.toThrow('only this part');
        await add(tx, 1);
      });
      await expect(amounts()).resolves.toEqual([2, 0]);
      expect(hooks).toEqual(['outer']);
    });

    it('retries the whole transaction after a retryable error', async () => {
      // After a lock wait timeout the server keeps the transaction open, with everything written so far.
      let runs = 0;
      await db.transaction(async (tx) => {
        runs += 1;
        await add(tx, 1);
        await tx.savepoint(async () => {
          await add(tx, 2);
          if (runs === 1) throw Object.assign(new Error('Lock wait timeout exceeded'), { errno: 1205 });
        });
      });
      expect(runs).toBe(2);
      await expect(amounts()).resolves.toEqual([1, 1]);
    });

    it('that failed before it was set undoes nothing, and keeps its error', async () => {
      await db.transaction(async (tx) => {
        await tx.savepoint(() => add(tx, 1));
        const [, inner] = await Promise.allSettled([
          tx.execute("INSERT INTO things (id, name) VALUES (3, 'one')"),
          tx.savepoint(() => add(tx, 2)),
        ]);
        expect(inner).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('Duplicate') } });
      });
      await db.transaction(async (tx) => {
        await tx.query('SELECT 1');
        const failing = Promise.allSettled([
          tx.execute("INSERT INTO things (id, name) VALUES (3, 'one')"),
          tx.savepoint(() => add(tx, 2)),
        ]);
        expect((await failing)[1]).toMatchObject({ reason: { message: expect.stringContaining('Duplicate') } });
      });
      await expect(amounts()).resolves.toEqual([1, 0]);
    });

    it('keeps its statements when it succeeds, at any depth', async () => {
      await db.transaction((tx) =>
        tx.savepoint(async () => {
          await add(tx, 1);
          await tx.savepoint(() => add(tx, 2)).then(() => undefined);
          await tx.savepoint(() => Promise.reject(new Error('deepest'))).catch(() => undefined);
        }),
      );
      await expect(amounts()).resolves.toEqual([1, 1]);
    });
  });

  describe('an ambient transaction', () => {
    it('is joined by the transactions inside it, which are rolled back with it', async () => {
      const request = db.ambientTransaction(async () => {
        await db.transaction((tx) => add(tx, 1));
        await expect(amounts()).resolves.toEqual([1, 0]);
        throw new Error('the response could not be stored');
      });
      await expect(request).rejects.toThrow('the response could not be stored');
      await expect(amounts()).resolves.toEqual([0, 0]);
    });

    it('is kept when its first statement fails inside a part', async () => {
      await db.ambientTransaction(async () => {
        const failing = db.transaction((tx) => tx.execute("INSERT INTO things (id, name) VALUES (3, 'one')"));
        await expect(failing).rejects.toThrow('Duplicate entry');
        await db.transaction((tx) => tx.execute("INSERT INTO things (id, name) VALUES (4, 'four')"));
      });
      await expect(db.query('SELECT id FROM things ORDER BY id')).resolves.toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
    });

    it('is kept when a part fails and the error is caught', async () => {
      await db.ambientTransaction(async () => {
        await db.transaction((tx) => add(tx, 1));
        await db
          .transaction(async (tx) => {
            await add(tx, 2);
            throw new Error('caught');
          })
          .catch(() => undefined);
      });
      await expect(amounts()).resolves.toEqual([1, 0]);
    });

    it('is not joined by hooks that run after its commit', async () => {
      let after: number[] = [];
      await db.ambientTransaction(async (tx) => {
        tx.afterCommit(async () => {
          await db.transaction((own) => add(own, 2));
          after = await amounts();
        });
        await add(tx, 1);
      });
      expect(after).toEqual([1, 1]);
      await expect(amounts()).resolves.toEqual([1, 1]);
    });
  });

  describe('a snapshot', () => {
    it('returns the same data to all of its reads despite later commits', async () => {
      const seen = await db.snapshot(async (reader) => {
        const read = () =>
          reader.query<{ amount: number }>('SELECT amount FROM things WHERE id IN (:ids)', { ids: [1, 2] });
        const before = await read();
        await db.transaction((tx) => add(tx, 1));
        return [before, await read()];
      });
      expect(seen[1]).toEqual(seen[0]);
      expect(await amounts()).toEqual([1, 0]);
    });

    it('returns its connection in the previous state, also when its work fails', async () => {
      for (let attempt = 0; attempt < 2 * POOL_SIZE; attempt += 1)
        await expect(db.snapshot((reader) => reader.query('SELECT nonsense'))).rejects.toThrow('nonsense');
      await db.transaction(async (tx) => {
        await tx.query('SELECT amount FROM things WHERE id = 1');
        await db.transaction((other) => add(other, 1));
        expect(await tx.query('SELECT amount FROM things WHERE id = 1')).toEqual([{ amount: 1 }]);
      });
    });
  });

  describe('a server that has been replaced', () => {
    const WRITES = /\b(?:UPDATE|COMMIT)\b/;
    let proxy: StatementProxy;
    let through: Database;
    let repository: EntityManager;

    /** The connections so far lead to a server that answers like this. */
    async function replaceServer(errno: number, refused: RegExp): Promise<{ readonly usedLater: Set<number> }> {
      await Promise.all(Array.from({ length: POOL_SIZE }, () => through.query('SELECT SLEEP(0.05)')));
      const usedLater = new Set<number>();
      const last = proxy.connections;
      expect(last).toBe(POOL_SIZE);
      proxy.watch = ({ moment, sql, connection }) => {
        if (moment === 'asked') usedLater.add(connection);
        const isRefused = moment === 'asked' && connection <= last && refused.test(sql);
        return isRefused ? { errno, sqlState: 'HY000', message: 'not here' } : undefined;
      };
      return { usedLater };
    }

    beforeEach(async () => {
      proxy = await StatementProxy.before(empty.url);
      const opened = stopAtEnd(await open(proxy.through(empty.url)));
      through = opened.db;
      repository = opened.source.manager;
    });

    const WAYS = {
      'a transaction': () => through.transaction((tx) => add(tx, 1)),
      'a savepoint': () => through.transaction((tx) => tx.savepoint(() => add(tx, 1))),
      'the commit': () => through.transaction((tx) => add(tx, 1)),
      TypeORM: () => repository.query('UPDATE things SET amount = amount + 1 WHERE id = 1'),
    } as const;

    it.each([
      ...[1036, 1047, 1053, 1290, 1792, 1836, 1874, 1881, 3032, 3100].map((errno) => ['a transaction', errno] as const),
      ...(['a savepoint', 'the commit', 'TypeORM'] as const).map((way) => [way, 1290] as const),
    ])('F11 fails a write by %s with %d once, and is not used again', async (way, errno) => {
      const { usedLater } = await replaceServer(errno, way === 'the commit' ? /^COMMIT/ : WRITES);
      const refused: unknown = await WAYS[way]().catch((error: unknown) => error);
      expect(isDatabaseUnavailable(refused)).toBe(true);
      usedLater.clear();
      for (let write = 0; write < POOL_SIZE; write += 1) await WAYS[way]();
      await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => through.query('SELECT SLEEP(0.01)')));
      expect([...usedLater].filter((connection) => connection <= POOL_SIZE)).toEqual([]);
      await expect(amounts()).resolves.toEqual([POOL_SIZE, 0]);
    });

    it('is left by a transaction that Group Replication rolls back', async () => {
      await replaceServer(3101, /^COMMIT/);
      await through.transaction((tx) => add(tx, 1));
      await expect(amounts()).resolves.toEqual([1, 0]);
    });

    it('gives way to its successor for callers that wait for a connection', async () => {
      await replaceServer(1290, WRITES);
      const all = await Promise.allSettled(
        Array.from({ length: 5 * POOL_SIZE }, () => through.transaction((tx) => add(tx, 1))),
      );
      const failures = all
        .filter((one) => one.status === 'rejected')
        .map(({ reason }) => isDatabaseUnavailable(reason));
      expect(failures.length).toBeLessThanOrEqual(POOL_SIZE);
      expect(failures).not.toContain(false);
      await expect(amounts()).resolves.toEqual([5 * POOL_SIZE - failures.length, 0]);
    });
  });

  describe('a server that takes no writes any more', () => {
    let proxy: StatementProxy;
    let through: Database;

    beforeEach(async () => {
      proxy = await StatementProxy.before(empty.url);
      through = stopAtEnd(await open(proxy.through(empty.url))).db;
      await Promise.all(Array.from({ length: POOL_SIZE }, () => through.query('SELECT SLEEP(0.05)')));
    });

    it('is left by readers, too, once it is read-only', async () => {
      const last = proxy.connections;
      const usedLater: number[] = [];
      proxy.watch = ({ moment, sql, connection }) => {
        if (moment === 'asked' && sql === SERVER_QUERY && connection <= last)
          return { instead: "SELECT 'the old one' AS server, 1 AS isReadOnly" };
        if (moment === 'asked') usedLater.push(connection);
        return undefined;
      };
      await waitUntil('a new connection is used', async () => {
        await through.query('SELECT 1');
        return (usedLater.at(-1) ?? 0) > last;
      });
      usedLater.length = 0;
      await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => through.query('SELECT SLEEP(0.01)')));
      expect(usedLater.filter((connection) => connection <= last)).toEqual([]);
    });

    it('serves reads while there is no other', async () => {
      proxy.watch = ({ moment, sql }) =>
        moment === 'asked' && sql === SERVER_QUERY ? { instead: "SELECT 'one' AS server, 1 AS isReadOnly" } : undefined;
      await sleep(1_100);
      for (let read = 0; read < POOL_SIZE; read += 1) await expect(amountsOf(through)).resolves.toEqual([0, 0]);
    });

    it('fails statements that wait for it, if its network is cut', async () => {
      let isRunning = false;
      proxy.watch = ({ sql }) => {
        if (sql.includes('amount + 1')) isRunning = proxy.isSilent = true;
        return undefined;
      };
      const lost = through.transaction((tx) => add(tx, 1)).catch((error: unknown) => error);
      await waitUntil('the statement is on its way', () => isRunning);
      expect(isDatabaseUnavailable(await lost)).toBe(true);
      proxy.watch = null;
      proxy.isSilent = false;
      await through.transaction((tx) => add(tx, 2));
      await expect(amounts()).resolves.toEqual([0, 1]);
    });

    it('is not left by a statement that takes long', async () => {
      const last = proxy.connections;
      await expect(through.query('SELECT SLEEP(6) AS slept')).resolves.toEqual([{ slept: 0 }]);
      let used = 0;
      proxy.watch = ({ connection }) => void (used = connection);
      await through.query('SELECT 1');
      expect(used).toBeLessThanOrEqual(last);
    });

    it.each([
      ['asked', [0, 0]],
      ['answered', [1, 0]],
    ] as const)('says that the outcome of a lost COMMIT is not known: %s', async (moment, stored) => {
      proxy.watch = (statement) => (statement.moment === moment && statement.sql === 'COMMIT' ? 'drop' : undefined);
      const error: unknown = await through.transaction((tx) => add(tx, 1)).catch((thrown: unknown) => thrown);
      proxy.watch = null;
      expect(error).toBeInstanceOf(OutcomeUnknown);
      expect(isDatabaseUnavailable(error)).toBe(true);
      await expect(amounts()).resolves.toEqual(stored);
    });

    it('says nothing of the kind about a statement that is lost before COMMIT', async () => {
      proxy.watch = ({ moment, sql }) => (moment === 'answered' && sql.includes('amount + 1') ? 'drop' : undefined);
      const error: unknown = await through.transaction((tx) => add(tx, 1)).catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(OutcomeUnknown);
      await expect(amounts()).resolves.toEqual([0, 0]);
    });
  });

  describe('a server that only speaks the protocol', () => {
    it.each([
      ['8.0.11-TiDB-v8.5.0', 'TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible', /TiDB/],
      ['8.0.36', 'TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible', /TiDB/],
      ['8.0.30-Vitess', 'Version: 22.0.1', /Vitess/],
      ['5.7.25-OceanBase-v4.2.1.0', 'OceanBase 4.2.1.0', /OceanBase/],
      ['5.7.44', 'MySQL Community Server (GPL)', /MySQL 5\.7\.44 is too old/],
      ['10.5.29-MariaDB', 'mariadb.org binary distribution', /MariaDB 10\.5\.29-MariaDB is too old/],
    ])('is refused: %s, %s', async (version, comment, reason) => {
      const proxy = await StatementProxy.before(empty.url);
      proxy.watch = ({ moment, sql }) =>
        moment === 'asked' && sql === ENGINE_QUERY
          ? { instead: `SELECT '${version}' AS version, '${comment}' AS comment` }
          : undefined;
      const opening = open(proxy.through(empty.url));
      await expect(opening).rejects.toThrow(ConfigurationError);
      await expect(opening).rejects.toThrow(reason);
      await expect(opening).rejects.toThrow(/DATABASE_URL.*MariaDB 10\.6 or later, or MySQL 8\.0 or later/);
    });
  });

  it('serves callers that waited for a connection while the process stalled', async () => {
    const { db: fresh } = stopAtEnd(await open(empty.url));
    await Promise.all(Array.from({ length: POOL_SIZE }, () => fresh.query('SELECT SLEEP(0.05)')));
    const all = Array.from({ length: 5 * POOL_SIZE }, () => fresh.query('SELECT SLEEP(0.05)'));
    await new Promise(setImmediate);
    // Longer than any caller waits.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7_000);
    await expect(Promise.all(all)).resolves.toHaveLength(5 * POOL_SIZE);
  });

  it('keeps the connections of a slow server while the process stalls', async () => {
    const { db: fresh } = stopAtEnd(await open(empty.url));
    await fresh.query('SELECT 1');
    const { connect } = Socket.prototype;
    // The watch opens a connection to see whether the server answers. The driver waits 5 seconds for one.
    const opened = jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (
      this: Socket,
      ...args: unknown[]
    ) {
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000));
      return connect.apply(this, args as [never]);
    });
    await expect(fresh.query('SELECT SLEEP(12) AS slept')).resolves.toEqual([{ slept: 0 }]);
    expect(opened).toHaveBeenCalled();
    opened.mockRestore();
  });

  describe('when every connection is in use', () => {
    useFakeClock();
    let held: QueryRunner[];

    /** Asks for connections. @returns after how long each request got one or failed. */
    function ask(count: number): Promise<string>[] {
      const from = jest.now();
      return Array.from({ length: count }, async () => {
        const runner = dataSource.createQueryRunner();
        const outcome = await runner.connect().then(
          () => (held.push(runner), 'served'),
          (error: unknown) => (isDatabaseUnavailable(error) ? 'refused' : String(error)),
        );
        return `${outcome} after ${jest.now() - from} ms`;
      });
    }

    beforeEach(async () => {
      held = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
      await Promise.all(held.map((runner) => runner.connect()));
    });
    afterEach(() => Promise.all(held.map((runner) => runner.release())));

    it('a query fails after 1.5 seconds, and the pool is complete afterwards', async () => {
      const [asked] = ask(1);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await asked).toBe('refused after 1500 ms');
      jest.useRealTimers();
      await Promise.all(held.splice(0).map((runner) => runner.release()));
      // The late connection must be back in the pool: as many concurrent queries as connections succeed.
      const all = Array.from({ length: POOL_SIZE }, () => db.query('SELECT SLEEP(0.05)'));
      await expect(Promise.all(all)).resolves.toHaveLength(POOL_SIZE);
    });

    it('a query waits longer in a queue that moves, but not longer than the maximum', async () => {
      const all = ask(6);
      for (let served = 0; served < POOL_SIZE; served += 1) {
        await jest.advanceTimersByTimeAsync(1_400);
        await held.shift()!.release();
        await all[served];
      }
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await Promise.all(all)).toEqual([
        'served after 1400 ms',
        'served after 2800 ms',
        'served after 4200 ms',
        'served after 5600 ms',
        'refused after 6000 ms',
        'refused after 6000 ms',
      ]);
    });
  });
});

/** Records what is sent to the server. */
function spyOnStatements(tx: Tx, batches: string[]): void {
  const { connection } = tx as unknown as { connection: { query: (sql: string, ...rest: unknown[]) => unknown } };
  const query = connection.query.bind(connection);
  connection.query = (sql, ...rest) => {
    batches.push(sql);
    return query(sql, ...rest);
  };
}
