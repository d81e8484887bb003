import { createReadStream } from 'node:fs';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { isAddress } from '../import-columns.js';
import { UnreadableRow } from '../reading/csv-reader.js';
import { detectDelimiter } from '../reading/delimiters.js';
import { type FileForm, type ImportCell, RecordSource } from '../reading/record-source.js';
import { EncodingDetector } from '../reading/text-encoding.js';

const PIECE_BYTES = 512 * 1024;
const BEGINNING = 64 * 1024;
const AT_ONCE = 1_000;

/** A local table file. */
export interface TableFile {
  readonly path: string;
  readonly form: FileForm;
  readonly header: readonly string[];
}

/** Detects the format of a file by reading it once. @throws AppError rest_invalid_param if it is not a table or does not exist. */
export async function openTable(path: string): Promise<TableFile> {
  const watch = new EncodingDetector();
  let beginning = Buffer.alloc(0);
  try {
    for await (const piece of bytesOf(path)) {
      watch.push(piece);
      if (beginning.length < BEGINNING) beginning = Buffer.concat([beginning, piece.subarray(0, BEGINNING)]);
    }
  } catch (error) {
    throw invalidParam('file', `${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  if (watch.nonTextReason !== null) throw invalidParam('file', `${path} ${watch.nonTextReason}`);
  const encoding = watch.encoding();
  if (encoding === null) throw invalidParam('file', `${path} is not text`);
  const text = new TextDecoder(encoding.name).decode(beginning, { stream: true });
  const form: FileForm = {
    format: 'csv',
    encoding: encoding.name,
    delimiter: detectDelimiter(text, isAddress),
  };
  const source = new RecordSource(bytesOf(path), form);
  try {
    const header = await source.head();
    if (header === null || header instanceof UnreadableRow) throw invalidParam('file', `${path} is empty`);
    return { path, form, header: header.map(textOf) };
  } finally {
    await source.close();
  }
}

/** Yields batches of rows after the header; null for an unreadable row. */
export async function* recordsOf({ path, form }: TableFile): AsyncGenerator<(readonly string[] | null)[]> {
  const source = new RecordSource(bytesOf(path), form);
  try {
    for (let rows = await source.take(AT_ONCE); rows.length > 0; rows = await source.take(AT_ONCE))
      yield rows.map((row) => (row instanceof UnreadableRow ? null : row.map(textOf)));
  } finally {
    await source.close();
  }
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE_BYTES });

const textOf = (cell: ImportCell): string => (typeof cell === 'string' ? cell : cell.join(', '));
