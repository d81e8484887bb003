import { escapeFormula } from './formula-guard.js';
import { type Row, type Table, textOf } from './table.js';

/** Without a byte order mark Excel reads UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/;
const LINE_END = '\r\n';

/** RFC 4180 with a byte order mark. Several tables become sections, each after a line `# name`, separated by empty lines. */
export async function* csv(tables: readonly Table[]): AsyncGenerator<readonly string[]> {
  let before = BYTE_ORDER_MARK;
  for (const { name, columns, batches } of tables) {
    if (tables.length > 1) before += `${field(`# ${name}`)}${LINE_END}`;
    yield [before, line(columns)];
    for await (const rows of batches) yield rows.map(line);
    before = LINE_END;
  }
}

function line(row: Row): string {
  let text = '';
  for (const [index, cell] of row.entries()) {
    if (index > 0) text += ',';
    // Most cells of contacts are empty.
    if (cell !== null)
      text += typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : field(textOf(cell));
  }
  return text + LINE_END;
}

function field(text: string): string {
  const safe = escapeFormula(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
