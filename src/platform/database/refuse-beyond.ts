import { AppError } from '../errors/app-error.js';
import type { Tx } from './database.js';
import { numberOf } from './records.js';

/** Refuses one record more than the limit. Locks the first row, so that two creations cannot both be the last one. */
export async function refuseBeyond(tx: Tx, table: string, limit: number): Promise<void> {
  await tx.query(`SELECT id FROM ${table} ORDER BY id LIMIT 1 FOR UPDATE`);
  const total = await numberOf(tx, `SELECT COUNT(*) FROM ${table}`);
  if (total >= limit) throw new AppError('rest_invalid_param', `There can be at most ${limit} ${table}.`);
}
