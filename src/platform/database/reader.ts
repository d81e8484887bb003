import type { Database } from './database.js';

/** Whatever can be asked: the database, or a transaction that has to see its own writes. */
export type Reader = Pick<Database, 'query'>;
