/** Adds an item to the list of its key. */
export function gather<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Yields the items in parts of at most `size`. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export const ascending = (a: number, b: number): number => a - b;
