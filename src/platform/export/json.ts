import type { Cell, Row, Table } from './table.js';

/** An object with one member per table: a list of objects, or one object for single-row tables. */
export async function* json(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  let before = '{';
  for (const { name, columns, batches, single = false } of tables) {
    yield [`${before}${JSON.stringify(name)}:${single ? '' : '['}`];
    let between = single ? '' : '\n';
    const object = objects(columns);
    for await (const rows of batches)
      yield rows.map((row) => {
        const text = between + object(row);
        between = ',\n';
        return text;
      });
    yield [single ? '' : '\n]'];
    before = ',\n';
  }
  yield ['}\n'];
}

/** One object per line; supports a single table. */
export async function* ndjson(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  for (const { columns, batches } of tables) {
    const object = objects(columns);
    for await (const rows of batches) yield rows.map((row) => `${object(row)}\n`);
  }
}

/** Returns a function that writes rows. All rows share one object, because building an object takes longer than writing it. */
function objects(columns: readonly string[]): (row: Row) => string {
  // Own properties, also for a column named `__proto__`.
  const object: Record<string, Cell> = Object.fromEntries(columns.map((column) => [column, null]));
  return (row) => {
    for (const [index, column] of columns.entries()) object[column] = row[index] ?? null;
    return JSON.stringify(object);
  };
}
