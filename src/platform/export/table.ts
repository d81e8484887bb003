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

/** Formats a cell as text. */
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
