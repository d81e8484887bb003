import { snakeCase } from '../text/camel-case.js';
import type { SqlParams } from '../sql/named-parameters.js';
import type { Tx } from './transaction.js';

/** Returns the columns and values of an INSERT. @param values by the members of an entity. */
export function insertion(values: SqlParams): string {
  const members = Object.keys(values);
  return `(${members.map(snakeCase).join(', ')}) VALUES (${members.map((member) => `:${member}`).join(', ')})`;
}

/** Inserts a record. @returns its id. */
export async function insertRecord(tx: Tx, table: string, values: SqlParams): Promise<number> {
  const sql = `INSERT INTO ${table} ${insertion(values)}`;
  return (await tx.execute(sql, values, { changes: table, ids: 'new' })).insertId;
}

/** Changes members of a record. @returns whether it exists. */
export async function updateRecord(tx: Tx, table: string, id: number, values: SqlParams): Promise<boolean> {
  const assignments = Object.keys(values).map((member) => `${snakeCase(member)} = :${member}`);
  const sql = `UPDATE ${table} SET ${assignments.join(', ')} WHERE id = :id`;
  const { affectedRows } = await tx.execute(sql, { ...values, id }, { changes: table, ids: id });
  return affectedRows > 0;
}
