import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { loadConfig } from './src/platform/config/load-environment.js';
import { dataSourceOptions } from './src/platform/database/data-source-options.js';

/** For the TypeORM command line. The schema is written by hand in `src/migrations`; nothing is ever synchronised. */
export default new DataSource(dataSourceOptions(loadConfig().database, ['src/**/*.entity.ts']));
