import { getMetadataArgsStorage } from 'typeorm';
import type { SqlValue } from '../sql/named-parameters.js';
import { snakeCase } from '../text/camel-case.js';

type NullsOf<Entity> = { [Name in keyof Entity as null extends Entity[Name] ? Name : never]: null };

/** Returns null for each property of an entity that may be null, for new records. */
export function nullsOf<Entity extends object>(entity: new () => Entity): NullsOf<Entity> {
  const columns = getMetadataArgsStorage().columns.filter(
    ({ target, options }) => target === entity && options.nullable,
  );
  return Object.fromEntries(columns.map(({ propertyName }) => [propertyName, null])) as NullsOf<Entity>;
}

/** Selects the columns of an entity as its properties; transformers are not applied. @param row the alias of the table. */
export function columnsOf<Entity extends object>(
  entity: new () => Entity,
  row: string,
  omitted: readonly (keyof Entity)[] = [],
): string {
  return getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity || entity.prototype instanceof (target as () => void))
    .filter(({ propertyName }) => !omitted.includes(propertyName as keyof Entity))
    .map(({ propertyName, options }) => `${row}.${options.name ?? snakeCase(propertyName)} AS ${propertyName}`)
    .join(', ');
}

/** Returns the columns and rows for `insertRows`; all records have the same members, which are members of an entity. */
export function columnsAndRows<Row extends Readonly<Record<keyof Row, SqlValue>>>(
  records: readonly Row[],
): [columns: string[], rows: SqlValue[][]] {
  const members = Object.keys(records[0] ?? {}) as (keyof Row & string)[];
  return [members.map(snakeCase), records.map((record) => members.map((member) => record[member]))];
}
