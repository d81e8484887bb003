interface Queue<Row> {
  /** Ids in the order of the queue, without locks. `page` is a LIMIT with an OFFSET. */
  readonly find: (page: string) => Promise<readonly { readonly id: number }[]>;
  /** Those of them that still belong to the queue. `rest` is what the statement ends with: order, limit and lock. */
  readonly lock: (ids: readonly number[], rest: string) => Promise<readonly Row[]>;
}

/**
 * Locks the first rows of a queue, at most `limit`, and passes over rows that others have locked.
 *
 * Rows are found without locks and then locked by their primary keys. A locking scan of a secondary index visits and locks
 * every entry that the server still keeps of rows that have left the queue, and it keeps them while any old read is open.
 */
export async function lockFirst<Row extends { readonly id: number }>(
  limit: number,
  { find, lock }: Queue<Row>,
): Promise<Row[]> {
  const locked: Row[] = [];
  // Where others hold the first rows, each page is twice as long as the one before.
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
