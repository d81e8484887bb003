import type { Row, Table } from './table.js';

/** An object with one member per table: a list of objects, or one object for single-row tables. */
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

/** One object per line; supports a single table. */
export async function* ndjson(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  for (const { columns, batches } of tables)
    for await (const rows of batches) yield rows.map((row) => `${object(columns, row)}\n`);
}

function object(columns: readonly string[], row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
}
