import type { Database } from './database.js';

/** The database, or a transaction that must read its own writes. */
export type Reader = Pick<Database, 'query'>;

/** The same, with entities. */
export type EntityReader = Pick<Database, 'query' | 'manager'>;
