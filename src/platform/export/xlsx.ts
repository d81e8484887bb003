import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { encoded } from './encoded.js';
import type { Row, Table } from './table.js';
import {
  contentTypes,
  PACKAGE_RELATIONS,
  sheetEnd,
  SheetRows,
  sheetStart,
  workbook,
  workbookRelations,
} from './xlsx-parts.js';

/** Maximum rows of a sheet, including the header. */
const MAX_ROWS = 1_048_576;
/** A fast level: still a tenth of the size, in a third of the time. */
const COMPRESSION_LEVEL = 1;

/**
 * Writes tables as a workbook, one sheet each; longer tables continue in `Name (2)`. All texts are strings, never formulas.
 * @param maxRows of a sheet, including the header.
 */
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
    yield [sheetStart(), writer.row(columns)];
    for (let left = this.maxRows - 1; left > 0;) {
      const taken = await rows.take(left);
      if (taken.length === 0) break;
      left -= taken.length;
      yield taken.map((row) => writer.row(row));
    }
    yield [sheetEnd()];
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
