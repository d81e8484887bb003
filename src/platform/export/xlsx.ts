import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { encoded, type Row, type Table, type Cell, textOf } from './table.js';
import { escapeFormula } from './formula-guard.js';

/** Maximum rows of a sheet, including the header. */
const MAX_ROWS = 1_048_576;
/** A fast level: still a tenth of the size, in a third of the time. */
const COMPRESSION_LEVEL = 1;

/** Writes tables as a workbook, one sheet each; longer ones continue in `Name (2)`. @param maxRows including the header. */
export async function* xlsx(tables: readonly Table[], maxRows = MAX_ROWS): AsyncGenerator<Buffer> {
  const book = new Workbook(maxRows);
  const filled = book.fill(tables).catch((error: unknown) => book.output.destroy(error as Error));
  try {
    for await (const chunk of book.output) yield chunk as Buffer;
  } finally {
    book.abandon();
    await filled;
  }
}

/** The archive, written at the pace of its reader. */
class Workbook {
  private readonly zip = new ZipFile();
  private readonly sheets: string[] = [];
  private current: Readable | null = null;
  private abandoned = false;

  constructor(private readonly maxRows: number) {
    this.zip.on('error', (error: Error) => this.output.destroy(error));
  }

  get output(): PassThrough {
    return this.zip.outputStream as PassThrough;
  }

  async fill(tables: readonly Table[]): Promise<void> {
    for (const table of tables) {
      const rows = new RowQueue(table.batches);
      try {
        for (let part = 1; part === 1 || (await rows.hasMore()); part += 1) {
          const title = table.name.charAt(0).toUpperCase() + table.name.slice(1);
          this.sheets.push(part === 1 ? title : `${title} (${part})`);
          await this.add(`xl/worksheets/sheet${this.sheets.length}.xml`, this.sheet(table.columns, rows));
        }
      } finally {
        await rows.close();
      }
    }
    // The number of sheets is known only now. Programs find parts through the directory at the end.
    this.addText('xl/workbook.xml', workbook(this.sheets));
    this.addText('xl/_rels/workbook.xml.rels', workbookRelations(this.sheets.length));
    this.addText('_rels/.rels', PACKAGE_RELATIONS);
    this.addText('[Content_Types].xml', contentTypes(this.sheets.length));
    this.zip.end();
  }

  /** Aborts the archive; does nothing if it is complete. */
  abandon(): void {
    this.abandoned = true;
    this.output.destroy();
    this.current?.destroy();
  }

  private async add(path: string, text: AsyncIterable<readonly string[]>): Promise<void> {
    if (this.abandoned) throw new Error('The reader has gone');
    this.current = Readable.from(encoded(text));
    this.zip.addReadStream(this.current, path, { compressionLevel: COMPRESSION_LEVEL });
    await finished(this.current);
  }

  private addText(path: string, text: string): void {
    this.zip.addBuffer(Buffer.from(text), path);
  }

  private async *sheet(columns: readonly string[], rows: RowQueue): AsyncGenerator<readonly string[]> {
    const writer = new SheetRows(columns.length);
    yield [`${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`, writer.row(columns)];
    for (let left = this.maxRows - 1; left > 0;) {
      const taken = await rows.take(left);
      if (taken.length === 0) break;
      left -= taken.length;
      yield taken.map((row) => writer.row(row));
    }
    yield ['</sheetData></worksheet>'];
  }
}

/** Splits row batches at the end of a sheet. */
class RowQueue {
  private readonly batches: AsyncIterator<readonly Row[]>;
  private waiting: readonly Row[] = [];

  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** Returns up to `most` rows; none at the end. */
  async take(most: number): Promise<readonly Row[]> {
    if (!(await this.hasMore())) return [];
    const taken = this.waiting.slice(0, most);
    this.waiting = this.waiting.slice(most);
    return taken;
  }

  async hasMore(): Promise<boolean> {
    while (this.waiting.length === 0) {
      const result = await this.batches.next();
      if (result.done === true) return false;
      this.waiting = result.value;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.batches.return?.();
  }
}

/** Programs reject files with longer texts as damaged. */
const MAX_CHARACTERS = 32_767;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

class SheetRows {
  private readonly letters: readonly string[];
  private written = 0;

  constructor(columns: number) {
    this.letters = Array.from({ length: columns }, (_, index) => columnName(index));
  }

  row(row: Row): string {
    this.written += 1;
    let cells = '';
    for (const [index, cell] of row.entries())
      if (cell !== null && cell !== '') cells += cellXml(cell, `${this.letters[index] ?? ''}${this.written}`);
    return `<row r="${this.written}">${cells}</row>`;
  }
}

const PACKAGE_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function workbook(sheets: readonly string[]): string {
  const entries = sheets.map(
    (title, index) => `<sheet name="${escaped(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: number): string {
  const entries = numbers(sheets).map(
    (id) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const entries = numbers(sheets).map(
    (id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${entries.join('')}</Types>`;
}

function cellXml(cell: Exclude<Cell, null>, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = escaped(shortened(escapeFormula(textOf(cell))));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Truncates between characters. */
function shortened(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
}

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]|_x[0-9a-f]{4}_/i;
const SPECIALS =
  // oxlint-disable-next-line no-control-regex
  /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|_(?=x[0-9a-f]{4}_)/gi;
const WRITTEN: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, it would be read as a line feed.
  '\r': '&#13;',
  // Spreadsheets read `_x000D_` as that character.
  _: '_x005F_',
};

/** Characters not allowed in XML 1.0 become the replacement character. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  // Pairs of surrogates are allowed.
  return text.replace(SPECIALS, (found) => (found.length === 2 ? found : (WRITTEN[found] ?? '\ufffd')));
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
