import { invalidParam } from '../../../platform/errors/app-error.js';
import { isAddress } from '../import-columns.js';
import { UnreadableRow } from '../reading/csv-reader.js';
import { delimiterIn } from '../reading/delimiters.js';
import { type FileForm, headIn, RecordSource } from '../reading/record-source.js';
import { EncodingDetector } from '../reading/text-encoding.js';
import { bytesOf, unreadableFile } from '../terminal/local-file.js';

const AT_ONCE = 1_000;

/** A local table file. */
export interface ForeignTable {
  readonly header: readonly string[];
  /** Yields batches of rows after the header; an unreadable row has no cells. */
  rows(): AsyncGenerator<(readonly string[])[]>;
}

/** Detects the format of a file by reading it once. @throws AppError rest_invalid_param if it is not a table or does not exist. */
export async function openTable(path: string): Promise<ForeignTable> {
  const detector = new EncodingDetector();
  try {
    for await (const piece of bytesOf(path)) detector.push(piece);
  } catch (error) {
    throw unreadableFile(path, error);
  }
  const encoding = detector.encoding()?.name;
  const reason = detector.nonTextReason;
  if (encoding === undefined || reason !== null) throw invalidParam('file', `${path} ${reason ?? 'is not text'}`);
  const form: FileForm = { format: 'csv', encoding, delimiter: await delimiterIn(bytesOf(path), encoding, isAddress) };
  const header = await headIn(bytesOf(path), form);
  if (header === null || header instanceof UnreadableRow) throw invalidParam('file', `${path} is empty`);
  return { header: header.map(String), rows: () => rowsIn(new RecordSource(bytesOf(path), form)) };
}

async function* rowsIn(source: RecordSource): AsyncGenerator<(readonly string[])[]> {
  try {
    for (let rows = await source.take(AT_ONCE); rows.length > 0; rows = await source.take(AT_ONCE))
      yield rows.map((row) => (row instanceof UnreadableRow ? [] : row.map(String)));
  } finally {
    await source.close();
  }
}
