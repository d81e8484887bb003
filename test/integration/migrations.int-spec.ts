import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { createSchema } from '../../src/migrations/baseline.js';
import { MIGRATIONS } from '../../src/migrations/migrations.js';
import { runPendingMigrations } from '../../src/platform/database/migrate.commands.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { tablesWithRows, withConnection } from '../support/database-pool.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { type TestDatabase, emptyDatabase } from '../support/test-database.js';

/** Returns the columns, indexes, and references of the schema in a form that compares: upgraded tables have new columns at the end. */
async function schemaOf(dataSource: DataSource): Promise<unknown> {
  const [columns, indexes, references] = await Promise.all([
    dataSource.query(
      // Display widths of numbers mean nothing.
      `SELECT table_name, column_name, REGEXP_REPLACE(column_type, 'int\\\\([0-9]+\\\\)', 'int') AS type, collation_name, is_nullable,
              column_default, extra
         FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, column_name`,
    ),
    dataSource.query(
      `SELECT table_name, index_name, non_unique, seq_in_index, column_name, sub_part
         FROM information_schema.statistics WHERE table_schema = DATABASE()
        ORDER BY table_name, index_name, seq_in_index`,
    ),
    dataSource.query(
      `SELECT table_name, constraint_name, referenced_table_name, update_rule, delete_rule
         FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()
        ORDER BY table_name, constraint_name`,
    ),
  ]);
  return { columns, indexes, references };
}

/** Asks in a process, because the scripts are ES modules. */
async function isSetUp(url: string): Promise<unknown> {
  const script = `import(process.argv[1]).then(async (state) => console.log(await state.isSetUp(process.argv[2])))`;
  const module = resolve(__dirname, '../../scripts/database-state.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, module, url]);
  return JSON.parse(stdout);
}

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return rows.map(({ name }) => name);
}

describe('the migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await emptyDatabase();
    const options = dataSourceOptions({ url: database.url, poolSize: 2 }, ['src/**/*.entity.ts']);
    dataSource = await new DataSource(options).initialize();
    stopAtEnd({ stop: () => dataSource.destroy() });
    const dump = readFileSync(resolve(__dirname, '../fixtures/version-1.0.0.sql'), 'utf8');
    await withConnection(database.url, (connection) => connection.query(`SET foreign_key_checks = 0;\n${dump}`));
  });

  const machineOf = async ({ url }: TestDatabase): Promise<DataSource> => {
    const machine = await new DataSource(dataSourceOptions({ url, poolSize: 2 })).initialize();
    stopAtEnd({ stop: () => machine.destroy() });
    return machine;
  };

  it('are listed in the order of their time, each once', () => {
    const times = MIGRATIONS.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it('lead from version 1.0.0 to the schema of the entities, without losing rows, and back', async () => {
    const filled = await tablesWithRows((sql) => dataSource.query(sql), await tablesOf(dataSource));
    expect(filled.length).toBeGreaterThan(90);
    const before = await schemaOf(dataSource);
    await dataSource.runMigrations();
    expect(await tablesWithRows((sql) => dataSource.query(sql), filled)).toEqual(filled);
    for (let left = MIGRATIONS.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    expect(await schemaOf(dataSource)).toEqual(before);
    await dataSource.runMigrations();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    // MySQL describes the default of a column without parentheses, which TypeORM's dialect of MariaDB expects.
    const differences = upQueries.filter(({ query }) => !/ CHANGE .* DEFAULT CURRENT_TIMESTAMP\(\)/.test(query));
    expect(differences.map(({ query }) => query)).toEqual([]);
  });

  it('are replaced by the entities in an empty database, whose schema is the same', async () => {
    const fresh = await machineOf(await emptyDatabase());
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await runPendingMigrations(fresh);
    expect(await schemaOf(fresh)).toEqual(await schemaOf(dataSource));
    // As after a crash in the middle.
    await fresh.query('DELETE FROM schema_migrations');
    await fresh.query('DROP TABLE webhook_replays, contacts');
    await runPendingMigrations(fresh);
    await runPendingMigrations(fresh);
    expect(await schemaOf(fresh)).toEqual(await schemaOf(dataSource));
    expect(log.mock.calls.flat()).toEqual([
      'the schema is created',
      'the schema is created',
      'the schema is up to date',
    ]);
    log.mockRestore();
  });

  it('refuse a database that is older than 1.0.0, and one of another program', async () => {
    const old = await machineOf(await emptyDatabase());
    await old.query('CREATE TABLE contacts (id BIGINT PRIMARY KEY, name TEXT)');
    await expect(runPendingMigrations(old)).rejects.toThrow('a table of another program: ALTER TABLE `contacts`');
    expect(await tablesOf(old)).toEqual(['contacts']);
    await old.query(
      'CREATE TABLE schema_migrations (id INT AUTO_INCREMENT PRIMARY KEY, timestamp BIGINT, name VARCHAR(255))',
    );
    await old.query(
      `INSERT INTO schema_migrations (timestamp, name) VALUES (1767225600000, 'CreatePlatform1767225600000')`,
    );
    await expect(runPendingMigrations(old)).rejects.toThrow('update to 1.0.0 first');
  });

  it('set the collation of every text column instead of using the default of the server', async () => {
    const unexpected = await dataSource.query(
      `SELECT table_name, column_name, collation_name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name <> 'schema_migrations' AND collation_name IS NOT NULL
          AND collation_name NOT IN ('utf8mb4_unicode_ci', 'utf8mb4_unicode_520_ci', 'utf8mb4_bin', 'ascii_bin')`,
    );
    expect(unexpected).toEqual([]);
  });

  it('keep every table in InnoDB', async () => {
    const others = await dataSource.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND engine <> 'InnoDB'`,
    );
    expect(others).toEqual([]);
  });

  it('are applied once if several machines start at the same time', async () => {
    const shared = await emptyDatabase();
    const machines = await Promise.all(
      [1, 2, 3].map(() => new DataSource(dataSourceOptions({ url: shared.url, poolSize: 2 })).initialize()),
    );
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await Promise.all(machines.map(runPendingMigrations));
      const lines = log.mock.calls.map(([line]) => String(line));
      expect(lines.filter((line) => line === 'the schema is created')).toHaveLength(1);
      expect(lines.filter((line) => line === 'the schema is up to date')).toHaveLength(2);
    } finally {
      log.mockRestore();
      for (const machine of machines) await machine.destroy();
      await shared.stop();
    }
  });

  it('are left out by `npm start` only if the database has all of them and a manager', async () => {
    const fresh = await emptyDatabase();
    const machine = await new DataSource(dataSourceOptions({ url: fresh.url, poolSize: 1 })).initialize();
    try {
      expect(await isSetUp(fresh.url)).toBe(false);
      await createSchema(machine);
      expect(await isSetUp(fresh.url)).toBe(false);
      await machine.query(`INSERT INTO managers (username, permissions, created_at, updated_at)
                           VALUES ('owner', '[]', UTC_TIMESTAMP(), UTC_TIMESTAMP())`);
      expect(await isSetUp(fresh.url)).toBe(true);
      await machine.undoLastMigration();
      expect(await isSetUp(fresh.url)).toBe(false);
    } finally {
      await machine.destroy();
      await fresh.stop();
    }
  });
});
