import { CsvReader, UnreadableRow } from './csv-reader.js';

/** In the order in which they win where nothing tells them apart. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

const ROWS = 20;
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?(?:\n|\r|$)/i;

/**
 * What separates the cells, from the beginning of the file: the one by which the first line has a column for the address,
 * then the one by which the most rows have as many cells as the first, then the one that makes the most of them.
 */
export function guessedDelimiter(beginning: string, isAddress: (header: string) => boolean): string {
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

function firstRows(beginning: string, delimiter: string): (readonly string[])[] {
  const reader = new CsvReader(delimiter);
  reader.push(beginning);
  const rows: (readonly string[])[] = [];
  while (rows.length < ROWS) {
    const record = reader.next();
    if (record === null) break;
    if (!(record instanceof UnreadableRow)) rows.push(record);
  }
  // A file of one line, without an end.
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
