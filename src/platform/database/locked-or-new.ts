import type { SqlParams } from '../sql/named-parameters.js';
import type { Tx } from './database.js';

/** Locks the row that `select` finds. Without one, `insert` adds it, unless another transaction has done so. */
export async function lockedOrNew<Row>(tx: Tx, select: string, insert: string, params: SqlParams): Promise<Row> {
  const [known] = await tx.query<Row>(select, params);
  if (known) return known;
  await tx.execute(insert, params);
  const [row] = await tx.query<Row>(select, params);
  if (!row) throw new Error('A new row disappeared');
  return row;
}
