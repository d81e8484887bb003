import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { createSchema } from '../../src/migrations/baseline.js';
import { copySchema, dropDatabase, keepSchema, returnToPool, takeFromPool, withConnection } from './database-pool.js';
import { stopAtEnd } from './stop-at-end.js';

const serverOfTests = (): string => process.env['TEST_DATABASE_URL'] ?? '';

export interface TestDatabase {
  readonly url: string;
  /** Drops it, or returns it for other test files. */
  stop(): Promise<void>;
}

/** Creates an empty database for one test file, for tests of migrations. */
export async function emptyDatabase(server = serverOfTests()): Promise<TestDatabase> {
  return stopAtEnd(await createDatabase(server));
}

async function createDatabase(server: string): Promise<TestDatabase> {
  const name = `carillon_test_${ulid().toLowerCase()}`;
  await withConnection(server, (connection) =>
    connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`),
  );
  return { url: urlOf(name, server), stop: () => dropDatabase(name, server) };
}

/**
 * Creates a database with the current schema. The first one of a run creates it, the others copy it: every file has its own
 * database, and creating the schema takes longer than many tests.
 */
export async function migratedDatabase(server = serverOfTests()): Promise<TestDatabase> {
  return stopAtEnd(await createMigrated(server));
}

async function createMigrated(server: string): Promise<TestDatabase> {
  const database = await createDatabase(server);
  if (existsSync(process.env['TEST_SCHEMA_FILE'] ?? '')) {
    await copySchema(database.url);
    return database;
  }
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2 })).initialize();
  await createSchema(dataSource);
  await dataSource.destroy();
  await keepSchema(database.url);
  return database;
}

/** As `migratedDatabase`, but reused by other test files: `stop` requires that all its users have ended. */
export async function pooledDatabase(): Promise<TestDatabase> {
  const name = takeFromPool();
  const url = name === undefined ? (await createMigrated(serverOfTests())).url : urlOf(name, serverOfTests());
  const stop = async (): Promise<void> => {
    if (!(await returnToPool(url))) await dropDatabase(new URL(url).pathname.slice(1));
  };
  return stopAtEnd({ url, stop });
}

function urlOf(name: string, server: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
