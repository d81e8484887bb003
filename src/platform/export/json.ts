import type { Row, Table } from './table.js';

/** An object with a member for each table: a list of objects, or the one object of a table with one row. */
export async function* json(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  let before = '{';
  for (const { name, columns, batches, single = false } of tables) {
    yield [`${before}${JSON.stringify(name)}:${single ? '' : '['}`];
    let between = single ? '' : '\n';
    for await (const rows of batches)
      yield rows.map((row) => {
        const text = between + object(columns, row);
        between = ',\n';
        return text;
      });
    yield [single ? '' : '\n]'];
    before = ',\n';
  }
  yield ['}\n'];
}

/** An object per row and line. There is no place for more than one table. */
export async function* ndjson(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  for (const { columns, batches } of tables)
    for await (const rows of batches) yield rows.map((row) => `${object(columns, row)}\n`);
}

function object(columns: readonly string[], row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
}
