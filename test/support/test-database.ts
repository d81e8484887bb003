import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';

const serverOfTests = (): string => process.env['TEST_DATABASE_URL'] ?? '';

async function onServer(server: string, statement: string): Promise<void> {
  await withConnection(server, (connection) => connection.query(statement));
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database for one test file, for tests of migrations. */
export async function emptyDatabase(server = serverOfTests()): Promise<TestDatabase> {
  const name = `carillon_test_${ulid().toLowerCase()}`;
  await onServer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name}`) };
}

/**
 * Creates a database with the current schema. The first one of a run executes the migrations, the others copy its schema:
 * every file has its own database, and all migrations take longer than many tests.
 */
export async function migratedDatabase(server = serverOfTests()): Promise<TestDatabase> {
  const database = await emptyDatabase(server);
  const file = process.env['TEST_SCHEMA_FILE'] ?? '';
  if (existsSync(file)) {
    await withConnection(database.url, (connection) => connection.query(readFileSync(file, 'utf8')));
    return database;
  }
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2 })).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  if (file !== '') keep(file, await withConnection(database.url, schemaAndRows));
  return database;
}

/** Several workers may be the first. */
function keep(file: string, text: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
}

async function schemaAndRows(connection: Connection): Promise<string> {
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>({ sql: 'SHOW TABLES', rowsAsArray: true });
  for (const [table] of tables as unknown as readonly string[][]) {
    const [[shown]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
    statements.push(shown?.['Create Table'] as string);
    const [rows] = await connection.query<RowDataPacket[]>({ sql: 'SELECT * FROM ??', rowsAsArray: true }, [table]);
    if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]));
  }
  return [...statements, 'SET foreign_key_checks = 1'].join(';\n');
}

async function withConnection<Result>(url: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection({ uri: url, multipleStatements: true, dateStrings: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
