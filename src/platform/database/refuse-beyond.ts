import { AppError } from '../errors/app-error.js';
import type { Tx } from './database.js';

/**
 * Refuses one record more than the limit. The lock on the first row serializes creations, so that two cannot both be the last one.
 * @param table a constant, never input; its name is the noun in the message.
 */
export async function refuseBeyond(tx: Tx, table: string, limit: number): Promise<void> {
  await tx.query(`SELECT id FROM ${table} ORDER BY id LIMIT 1 FOR UPDATE`);
  const [row] = await tx.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table}`);
  if ((row?.total ?? 0) >= limit) throw new AppError('rest_invalid_param', `There can be at most ${limit} ${table}.`);
}
