import { CsvReader, UnreadableRow } from './csv-reader.js';

/** Several texts if the source has a list in a cell. */
export type ImportCell = string | readonly string[];
export type ImportRecord = readonly ImportCell[] | UnreadableRow;

export interface FileForm {
  readonly format: 'csv' | 'json';
  readonly encoding: string;
  readonly delimiter: string;
}

interface Reader {
  push(text: string): void;
  end(): void;
  next(): ImportRecord | null;
}

/** Limits the memory of a batch. */
const LETTERS_PER_BATCH = 1024 * 1024;
/** A line that tells Excel the delimiter. */
const SEPARATOR_LINE = /^sep=/i;

/** Reads the rows of a stored file on demand. */
export class RecordSource {
  private readonly reader: Reader;
  private readonly decoder: InstanceType<typeof TextDecoder>;
  private readonly pieces: AsyncIterator<Buffer>;
  private over = false;
  private header: ImportRecord | null | undefined;

  constructor(pieces: AsyncIterable<Buffer>, form: FileForm) {
    this.pieces = pieces[Symbol.asyncIterator]();
    this.decoder = new TextDecoder(form.encoding);
    this.reader = form.format === 'csv' ? new CsvReader(form.delimiter) : new JsonRowReader();
  }

  /** Returns the first row, which contains the column names. Null for a file without content. */
  async head(): Promise<ImportRecord | null> {
    if (this.header !== undefined) return this.header;
    let first = await this.one();
    if (first !== null && isSeparatorLine(first)) first = await this.one();
    this.header = first;
    return first;
  }

  /** Returns up to `most` rows after the header, fewer if they are large; none at the end. */
  async take(most: number): Promise<ImportRecord[]> {
    await this.head();
    const records: ImportRecord[] = [];
    let letters = 0;
    while (records.length < most && letters < LETTERS_PER_BATCH) {
      const record = this.reader.next() ?? (await this.one());
      if (record === null) break;
      records.push(record);
      letters += lengthOf(record);
    }
    return records;
  }

  /** Passes up to `most` rows after the header to `each`. @returns their number. */
  async skip(most: number, each: (record: ImportRecord) => void = () => undefined): Promise<number> {
    await this.head();
    for (let count = 0; count < most; count += 1) {
      const record = this.reader.next() ?? (await this.one());
      if (record === null) return count;
      each(record);
    }
    return most;
  }

  async close(): Promise<void> {
    this.over = true;
    await this.pieces.return?.();
  }

  private async one(): Promise<ImportRecord | null> {
    for (;;) {
      const record = this.reader.next();
      if (record !== null) return record;
      if (!(await this.more())) return null;
    }
  }

  private async more(): Promise<boolean> {
    if (this.over) return false;
    const next = await this.pieces.next();
    if (next.done === true) {
      this.over = true;
      this.reader.push(this.decoder.decode());
      this.reader.end();
    } else this.reader.push(this.decoder.decode(next.value, { stream: true }));
    return true;
  }
}

/** Returns the first row of a file, which contains the column names. */
export async function headIn(pieces: AsyncIterable<Buffer>, form: FileForm): Promise<ImportRecord | null> {
  const source = new RecordSource(pieces, form);
  try {
    return await source.head();
  } finally {
    await source.close();
  }
}

/** Reads JSON rows, one array of cells per line, as written by `rowsAsFile`. */
class JsonRowReader implements Reader {
  private lines: string[] = [];
  private at = 0;
  private rest = '';

  push(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    this.lines = [...this.lines.slice(this.at), ...lines];
    this.at = 0;
  }

  end(): void {
    if (this.rest !== '') this.lines.push(this.rest);
    this.rest = '';
  }

  next(): ImportRecord | null {
    const line = this.lines[this.at];
    if (line === undefined) return null;
    this.at += 1;
    return JSON.parse(line) as ImportCell[];
  }
}

function isSeparatorLine(record: ImportRecord): boolean {
  if (record instanceof UnreadableRow) return false;
  const [first = '', second = ''] = record;
  return record.length <= 2 && typeof first === 'string' && SEPARATOR_LINE.test(first) && second === '';
}

function lengthOf(record: ImportRecord): number {
  if (record instanceof UnreadableRow) return record.text.length;
  let length = 0;
  for (const cell of record) length += cell.length;
  return length;
}
