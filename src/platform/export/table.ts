/** A cell value. Several texts are a list in JSON and joined by `, ` elsewhere. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = readonly Cell[];

/** A table of any length, read in batches on demand. */
export interface Table {
  /** Lower case. The member in JSON, the section in CSV, and the sheet with a capital letter. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Exactly one row, an object instead of a list in JSON. */
  readonly single?: boolean;
}

/** Rows that are known already, in one batch. */
// oxlint-disable-next-line typescript/require-await
export async function* inOneBatch(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

export function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' ? cell.join(', ') : String(cell);
}

/** Reads the next batch while the current one is written. */
export async function* oneAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = iterator.next();
      // Its consumer receives the error; until then it must not be unhandled.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** A good size for sockets and compressors. V8 frees much longer texts only in full garbage collections. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Joins many short texts and encodes them as UTF-8 in chunks. */
export async function* encoded(batches: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  for await (const batch of batches) {
    let chunk = '';
    for (const text of batch) {
      chunk += text;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    // Flush: the next batch may take long.
    if (chunk !== '') yield Buffer.from(chunk);
  }
}
