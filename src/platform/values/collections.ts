/** Adds an item to the list of its key. */
export function gather<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Adds to a cache of at most `most` values; the oldest one makes room. */
export function keep<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, most: number): void {
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > most && oldest !== undefined) cache.delete(oldest);
}

/** Yields the items in parts of at most `size`. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export const ascending = (a: number, b: number): number => a - b;
