import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../migrations/migrations.js';
import type { AppConfig } from '../config/config.js';
import { mysqlDriver } from './mysql-driver.js';

/**
 * One set of options for the API, the worker, the command line and the TypeORM CLI.
 * @param entities left out by those that only migrate.
 */
export function dataSourceOptions(
  database: AppConfig['database'],
  entities: DataSourceOptions['entities'] = [],
): DataSourceOptions {
  return {
    // Against MariaDB the `mysql` dialect sees phantom differences in JSON columns; nothing else depends on it.
    type: 'mariadb',
    driver: mysqlDriver,
    url: database.url.replace(/^mariadb:/, 'mysql:'),
    entities,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    // DATE is a calendar day and no moment; a Date object would drag a time zone into it.
    dateStrings: ['DATE'],
    supportBigNumbers: true,
    bigNumberStrings: false,
    logging: false,
    extra: {
      connectionLimit: database.poolSize,
      // An object must never be read as `column = value` by the driver's formatter.
      stringifyObjects: true,
      decimalNumbers: true,
      enableKeepAlive: true,
      connectTimeout: 5_000,
      // A stack per statement costs a twentieth of a request; errors get one where we wrap them.
      trace: false,
    },
  };
}
