/** What stands in one cell. Several texts are a list in JSON and joined by `, ` everywhere else. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = readonly Cell[];

/** A table of any length. Its rows come in batches, each asked for when there is room for it. */
export interface Table {
  /** Lower case. The member in JSON, the section in CSV, and with a capital letter the sheet. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
  /** It has one row and no more, so that JSON has an object in place of a list. */
  readonly single?: boolean;
}

/** What a cell says where there is only text. */
export function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' ? cell.join(', ') : String(cell);
}

/** Asks for the next batch while the present one is being written. */
export async function* oneAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = iterator.next();
      // Whoever takes it hears of its failure; until then nobody listens.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
