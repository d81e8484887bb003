import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import { notFound, type RecordKind } from '../errors/app-error.js';
import { snakeCase } from '../text/camel-case.js';
import type { SqlParams } from '../sql/named-parameters.js';
import type { Reader } from './database.js';
import type { Tx } from './transaction.js';

/** Returns the number that a query selects; 0 without a row. */
export async function numberOf(reader: Reader, sql: string, params?: SqlParams): Promise<number> {
  const [row] = await reader.query<Readonly<Record<string, number | null>>>(sql, params);
  return Object.values(row ?? {})[0] ?? 0;
}

/** @throws AppError rest_post_invalid_id without a record. */
export function existing<Record>(record: Record | null | undefined, kind?: RecordKind): Record {
  if (record === null || record === undefined) throw notFound(kind);
  return record;
}

/** Returns a record and locks its row. @throws AppError rest_post_invalid_id if there is none. */
export async function locked<Record extends { readonly id: number }>(
  tx: Tx,
  entity: EntityTarget<Record>,
  id: number,
  kind?: RecordKind,
): Promise<Record> {
  const where = { id } as FindOptionsWhere<Record>;
  return existing(await tx.manager.findOne(entity, { where, lock: { mode: 'pessimistic_write' } }), kind);
}

/** Returns the columns and values of an INSERT. @param values by the members of an entity. */
export function insertion(values: SqlParams): string {
  const members = Object.keys(values);
  return `(${members.map(snakeCase).join(', ')}) VALUES (${members.map((member) => `:${member}`).join(', ')})`;
}

/** Inserts a record. @returns its id. */
export async function insertRecord(tx: Tx, table: string, values: SqlParams): Promise<number> {
  const sql = `INSERT INTO ${table} ${insertion(values)}`;
  return (await tx.execute(sql, values, { ids: 'new' })).insertId;
}

/** Returns the assignments of an UPDATE. @param values by the members of an entity. */
export const assignments = (values: SqlParams): string =>
  Object.keys(values)
    .map((member) => `${snakeCase(member)} = :${member}`)
    .join(', ');

/** Changes members of a record. @returns whether it exists. */
export async function updateRecord(tx: Tx, table: string, id: number, values: SqlParams): Promise<boolean> {
  const sql = `UPDATE ${table} SET ${assignments(values)} WHERE id = :id`;
  const { affectedRows } = await tx.execute(sql, { ...values, id }, { ids: id });
  return affectedRows > 0;
}
