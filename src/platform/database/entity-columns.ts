import { getMetadataArgsStorage } from 'typeorm';
import { snakeCase } from '../text/camel-case.js';

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
