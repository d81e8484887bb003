import type { Database } from './database.js';

/** Whatever can be asked: the database, or a transaction that has to see its own writes. */
export type Reader = Pick<Database, 'query'>;

/** The same for those who also read entities. */
export type EntityReader = Pick<Database, 'query' | 'manager'>;
