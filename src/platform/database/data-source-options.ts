import { type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { MIGRATIONS } from '../../migrations/migrations.js';
import type { AppConfig } from '../config/config.js';
import { snakeCase } from '../text/camel-case.js';
import { mysqlDriver } from './mysql-driver.js';

/** Derives the name of a column from its property: `contactId` is `contact_id`. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined, prefixes: string[]): string {
    return super.columnName(property, customName ?? snakeCase(property), prefixes);
  }
}

/** What TypeORM and the driver call by the same name. */
const VALUE_OPTIONS = {
  charset: 'utf8mb4_unicode_ci',
  timezone: 'Z',
  // DATE is a calendar day; a Date object would add a time zone.
  dateStrings: ['DATE' as const],
  supportBigNumbers: true,
  bigNumberStrings: false,
};

/** Options of the driver for every connection. */
export const CONNECTION_OPTIONS = {
  ...VALUE_OPTIONS,
  // Prevents the driver from formatting objects as `column = value`.
  stringifyObjects: true,
  decimalNumbers: true,
  enableKeepAlive: true,
  connectTimeout: 5_000,
  // Transactions send several statements in one round trip (ADR 0026).
  multipleStatements: true,
  // A stack per statement costs 5 % of a request; wrapped errors have their own.
  trace: false,
};

/** @param entities omitted by processes that only migrate. */
export function dataSourceOptions(
  database: Pick<AppConfig['database'], 'url' | 'poolSize'> & Partial<AppConfig['database']>,
  entities: DataSourceOptions['entities'] = [],
): DataSourceOptions {
  return {
    // On MariaDB the `mysql` dialect reports false differences in JSON columns; nothing else depends on it.
    type: 'mariadb',
    driver: mysqlDriver(database),
    url: database.url.replace(/^mariadb:/, 'mysql:'),
    entities,
    namingStrategy: new SnakeCaseNames(),
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    ...VALUE_OPTIONS,
    logging: false,
    extra: { connectionLimit: database.poolSize, ...CONNECTION_OPTIONS },
  };
}
