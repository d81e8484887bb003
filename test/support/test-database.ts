import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';

const serverOfTests = (): string => process.env['TEST_DATABASE_URL'] ?? '';

async function onServer(server: string, statement: string): Promise<void> {
  const connection = await createConnection(server);
  await connection.query(statement);
  await connection.end();
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file; empty, so that migrations can be tested on it. */
export async function emptyDatabase(server = serverOfTests()): Promise<TestDatabase> {
  const name = `carillon_test_${ulid().toLowerCase()}`;
  await onServer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name}`) };
}

/** The same, brought to the present schema by the real migrations. */
export async function migratedDatabase(server = serverOfTests()): Promise<TestDatabase> {
  const database = await emptyDatabase(server);
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2 })).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  return database;
}
