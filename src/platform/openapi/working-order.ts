import type { OpenAPIObject } from '@nestjs/swagger';

type Operations = Readonly<Record<string, { readonly tags?: readonly string[] }>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Orders paths by tag, and within a tag: the collection, one element, what belongs to an element, and then the rest, such as bulk
 * operations, in the order of the controllers. The collection is the shortest path that can be read and added to.
 */
export function inWorkingOrder(document: OpenAPIObject): OpenAPIObject {
  const ranks = new Map((document.tags ?? []).map(({ name }, index) => [name, index]));
  const paths = Object.entries(document.paths as Record<string, Operations>);
  const collections = new Map<string, string>();
  for (const [path, operations] of paths.toSorted(([a], [b]) => b.length - a.length))
    if (operations['get'] && operations['post']) collections.set(tagOf(operations), path);
  const placed = paths.map(([path, operations]) => {
    const tag = tagOf(operations);
    const rank = [ranks.get(tag) ?? ranks.size, rankOf(path, collections.get(tag))] as const;
    return { path, rank, operations: byMethod(operations) };
  });
  placed.sort(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1]);
  return { ...document, paths: Object.fromEntries(placed.map(({ path, operations }) => [path, operations])) };
}

const tagOf = (operations: Operations): string => Object.values(operations)[0]?.tags?.[0] ?? '';

function rankOf(path: string, collection: string | undefined): number {
  if (path === collection) return 0;
  if (collection === undefined || !path.startsWith(`${collection}/{`)) return 3;
  return path.endsWith('}') && !path.slice(collection.length + 1).includes('/') ? 1 : 2;
}

function byMethod(operations: Operations): Operations {
  const sorted = Object.entries(operations).toSorted(([a], [b]) => METHODS.indexOf(a) - METHODS.indexOf(b));
  return Object.fromEntries(sorted);
}
