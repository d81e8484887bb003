import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** The initial state of every test database, by table. */
interface Schema {
  /** CREATE TABLE statements. */
  readonly tables: Readonly<Record<string, string>>;
  /** INSERT statements of the rows that migrations write. */
  readonly rows: Readonly<Record<string, string>>;
}

const schemaFile = (): string => process.env['TEST_SCHEMA_FILE'] ?? '';

/** The test runs of one machine share a folder with a file for each database that is ready for reuse. */
const poolFolder = (): string => join(dirname(schemaFile()), 'pool');

const AUTO_INCREMENT = / AUTO_INCREMENT=\d+/;

/** Stores the schema of this database, from which `copySchema` creates others. */
export async function keepSchema(url: string): Promise<void> {
  if (schemaFile() === '') return;
  const schema = await withConnection(url, async (connection): Promise<Schema> => {
    const tables = await tableDefinitions(connection);
    const rows: Record<string, string> = {};
    for (const table of await tablesWithRows((sql) => rowsOf(connection, sql), Object.keys(tables))) {
      const [stored] = await connection.query({ sql: 'SELECT * FROM ??', rowsAsArray: true }, [table]);
      rows[table] = connection.format('INSERT INTO ?? VALUES ?', [table, stored]);
    }
    const created = Object.entries(tables).map(([table, text]) => [table, text.replace(AUTO_INCREMENT, '')]);
    return { tables: Object.fromEntries(created) as Schema['tables'], rows };
  });
  // Several workers may be the first, and none may read half of it.
  const own = `${schemaFile()}.${process.pid}`;
  writeFileSync(own, JSON.stringify(schema));
  renameSync(own, schemaFile());
}

/** Creates all tables in an empty database. */
export async function copySchema(url: string): Promise<void> {
  const { tables, rows } = storedSchema();
  await withoutForeignKeys(url, [...Object.values(tables), ...Object.values(rows)]);
}

/** Returns the name of a database in its initial state that no test uses, or undefined. */
export function takeFromPool(): string | undefined {
  mkdirSync(poolFolder(), { recursive: true });
  return readdirSync(poolFolder()).find((name) => {
    try {
      unlinkSync(join(poolFolder(), name));
      return true;
    } catch {
      return false; // another worker was faster
    }
  });
}

/**
 * Resets the database to its initial state, ids included, for another test file: this takes a tenth of the time that dropping
 * and creating about a hundred tables takes.
 * @returns false if the test changed the schema: the caller must drop the database.
 */
export async function returnToPool(url: string): Promise<boolean> {
  const schema = storedSchema();
  const statements = await withConnection(url, async (connection) => {
    const current = await tableDefinitions(connection);
    const names = Object.keys(current);
    const isUnchanged = (name: string): boolean => current[name]?.replace(AUTO_INCREMENT, '') === schema.tables[name];
    const triggers = await rowsOf(connection, 'SHOW TRIGGERS');
    if (triggers.length > 0 || names.length !== Object.keys(schema.tables).length || !names.every(isUnchanged))
      return null;
    const filled = await tablesWithRows((sql) => rowsOf(connection, sql), names);
    const used = names.filter(
      (name) => name in schema.rows || filled.includes(name) || AUTO_INCREMENT.test(current[name] ?? ''),
    );
    return [...used.map((name) => `TRUNCATE TABLE ${name}`), ...Object.values(schema.rows)];
  });
  if (statements === null) return false;
  await withoutForeignKeys(url, statements);
  writeFileSync(join(poolFolder(), new URL(url).pathname.slice(1)), '');
  return true;
}

/** Drops the databases that are ready for reuse: the end of a test run. */
export default async function dropPool(): Promise<void> {
  for (let name = takeFromPool(); name !== undefined; name = takeFromPool()) await dropDatabase(name);
}

export async function dropDatabase(name: string, server = process.env['TEST_DATABASE_URL'] ?? ''): Promise<void> {
  await withConnection(server, (connection) => connection.query(`DROP DATABASE IF EXISTS ${name}`));
}

/** Returns the tables that have rows, in one statement. */
export async function tablesWithRows(
  query: (sql: string) => Promise<readonly object[]>,
  tables: readonly string[],
): Promise<string[]> {
  const parts = tables.map((name) => `SELECT '${name}' AS name FROM DUAL WHERE EXISTS (SELECT 1 FROM ${name})`);
  return ((await query(parts.join(' UNION ALL '))) as { name: string }[]).map(({ name }) => name);
}

export async function withConnection<Result>(
  url: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await createConnection({ uri: url, multipleStatements: true, dateStrings: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

const storedSchema = (): Schema => JSON.parse(readFileSync(schemaFile(), 'utf8')) as Schema;

async function rowsOf(connection: Connection, sql: string): Promise<RowDataPacket[]> {
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return rows;
}

async function tableDefinitions(connection: Connection): Promise<Record<string, string>> {
  const names = (await rowsOf(connection, 'SHOW TABLES')).map((row) => Object.values(row)[0] as string);
  const [shown] = await connection.query<RowDataPacket[][]>(names.map((name) => `SHOW CREATE TABLE ${name}`).join(';'));
  return Object.fromEntries(names.map((name, index) => [name, shown[index]?.[0]?.['Create Table'] as string]));
}

async function withoutForeignKeys(url: string, statements: readonly string[]): Promise<void> {
  await withConnection(url, (connection) =>
    // A leaked transaction must fail the test file instead of blocking it for a day.
    connection.query(['SET foreign_key_checks = 0, lock_wait_timeout = 10', ...statements].join(';\n')),
  );
}
