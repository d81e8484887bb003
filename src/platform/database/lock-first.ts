interface Queue<Row> {
  /** Selects ids in queue order, without locks. `page` is a LIMIT with an OFFSET. */
  readonly find: (page: string) => Promise<readonly { readonly id: number }[]>;
  /** Selects those that still belong to the queue. `rest` ends the statement: order, limit, and lock. */
  readonly lock: (ids: readonly number[], rest: string) => Promise<readonly Row[]>;
}

/**
 * Locks up to `limit` first rows of a queue and skips locked rows. Finds them without locks and locks them by primary key: a locking scan
 * of a secondary index would also lock entries of rows that have left the queue.
 */
export async function lockFirst<Row extends { readonly id: number }>(
  limit: number,
  { find, lock }: Queue<Row>,
): Promise<Row[]> {
  const locked: Row[] = [];
  // If other workers hold the first rows, each page is twice as long as the previous one.
  for (let size = limit, passed = 0; ; passed += size, size *= 2) {
    const ids = (await find(`LIMIT ${size} OFFSET ${passed}`)).map(({ id }) => id);
    if (ids.length > 0) {
      const rows = await lock(ids, `ORDER BY id LIMIT ${limit - locked.length} FOR UPDATE SKIP LOCKED`);
      const place = new Map(ids.map((id, index) => [id, index]));
      locked.push(...[...rows].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)));
    }
    if (ids.length < size || locked.length >= limit) return locked;
  }
}
