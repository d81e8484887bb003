import { getMetadataArgsStorage } from 'typeorm';
import { snakeCase } from '../text/camel-case.js';

type NullsOf<Entity> = { [Name in keyof Entity as null extends Entity[Name] ? Name : never]: null };

/** Returns null for each property of an entity that may be null, for new records. */
export function nullsOf<Entity extends object>(entity: new () => Entity): NullsOf<Entity> {
  const columns = getMetadataArgsStorage().columns.filter(
    ({ target, options }) => target === entity && options.nullable,
  );
  return Object.fromEntries(columns.map(({ propertyName }) => [propertyName, null])) as NullsOf<Entity>;
}

/**
 * Selects the columns of an entity under the names of its properties, for plain SQL. The values are as stored: transformers are not applied.
 * @param row the alias of the table.
 */
export function columnsOf<Entity extends object>(
  entity: new () => Entity,
  row: string,
  omitted: readonly (keyof Entity)[] = [],
): string {
  return getMetadataArgsStorage()
    .columns.filter(({ target, propertyName }) => target === entity && !omitted.includes(propertyName as keyof Entity))
    .map(({ propertyName, options }) => `${row}.${options.name ?? snakeCase(propertyName)} AS ${propertyName}`)
    .join(', ');
}
