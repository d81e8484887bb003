import { CsvReader, UnreadableRow } from './csv-reader.js';

/** By priority, for ties. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

const ROWS = 20;
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?(?:\n|\r|$)/i;

/** Prefers the one that yields an email column, then the most rows as wide as the header, then the most columns. */
export function detectDelimiter(beginning: string, isAddress: (header: string) => boolean): string {
  const named = SEPARATOR_LINE.exec(beginning)?.[1];
  if (named !== undefined && (DELIMITERS as readonly string[]).includes(named)) return named;
  let best: { readonly delimiter: string; readonly score: readonly number[] } = { delimiter: ',', score: [0] };
  for (const delimiter of DELIMITERS) {
    const [header, ...rows] = firstRows(beginning, delimiter);
    if (!header) continue;
    const alike = rows.filter((row) => row.length === header.length).length;
    const agreement = header.length > 1 && rows.length > 0 ? alike / rows.length : 0;
    const score = [header.some(isAddress) ? 1 : 0, agreement, header.length];
    if (isHigher(score, best.score)) best = { delimiter, score };
  }
  return best.delimiter;
}

/** How much of the file is used to detect the delimiter. */
const LETTERS_LOOKED_AT = 64 * 1024;

/** Detects the delimiter of a file, which is read no further than necessary. */
export async function delimiterIn(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
  isAddress: (header: string) => boolean,
): Promise<string> {
  for await (const piece of pieces) {
    const beginning = new TextDecoder(encoding).decode(piece, { stream: true });
    return detectDelimiter(beginning.slice(0, LETTERS_LOOKED_AT), isAddress);
  }
  return ',';
}

function firstRows(beginning: string, delimiter: string): (readonly string[])[] {
  const reader = new CsvReader(delimiter);
  reader.push(beginning);
  const rows: (readonly string[])[] = [];
  while (rows.length < ROWS) {
    const record = reader.next();
    if (record === null) break;
    if (!(record instanceof UnreadableRow)) rows.push(record);
  }
  // A single line without a line end.
  if (rows.length === 0) {
    reader.end();
    const record = reader.next();
    if (record !== null && !(record instanceof UnreadableRow)) rows.push(record);
  }
  return rows;
}

function isHigher(score: readonly number[], than: readonly number[]): boolean {
  for (const [index, value] of score.entries()) {
    const other = than[index] ?? -1;
    if (value !== other) return value > other;
  }
  return false;
}
