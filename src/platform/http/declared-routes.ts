import { closestName } from '../text/closest-name.js';
import type { Router } from './route-index.js';

/** Returns the methods that are declared for a path, sorted; none for an unknown path. */
export function methodsAt(router: Router, path: string): string[] {
  const methods = router.stack.flatMap((layer) =>
    layer.route && layer.match(path) ? Object.keys(layer.route.methods).map((method) => method.toUpperCase()) : [],
  );
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}

/** Names in paths, by the words that the documentation and other programs use. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  contacts: 'subscribers',
  people: 'subscribers',
  automations: 'funnels',
  orders: 'commerce',
};
/** Beginnings of other versions and programs. */
const OTHER_BASE = /^(?:\/api)?(?:\/v\d+)?(?=\/)/i;

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/**
 * Returns the declared path most similar to an unknown one, as the API document writes it; null if none is similar. If nothing is similar
 * as a whole, a path above it is.
 */
export function nearestPath(router: Router, basePath: string, path: string): string | null {
  const relative = (whole: string): string =>
    whole.toLowerCase().startsWith(`${basePath}/`.toLowerCase()) ? whole.slice(basePath.length) : whole;
  const declared = router.stack.flatMap(({ route }) =>
    typeof route?.path === 'string' && !route.path.includes('*')
      ? [{ whole: route.path, segments: segmentsOf(relative(route.path)) }]
      : [],
  );
  const inBase = relative(path);
  const asked = segmentsOf(inBase === path ? path.replace(OTHER_BASE, '') : inBase);
  for (; asked.length > 0; asked.pop()) {
    const similar = declared
      .map(({ whole, segments }) => ({ whole, changes: changesBetween(asked, segments) }))
      .filter(({ changes }) => changes < Number.POSITIVE_INFINITY)
      .sort((one, other) => one.changes - other.changes);
    const [best] = similar;
    if (best) return best.whole.replace(/:(\w+)/g, '{$1}');
  }
  return null;
}

/** Returns the names of the resources below a path, such as those of the reports. */
export function namesBelow(router: Router, path: string): string[] {
  const names = router.stack.flatMap(({ route }) => {
    const declared = typeof route?.path === 'string' ? route.path : '';
    const [name = ''] = declared.startsWith(`${path}/`) ? declared.slice(path.length + 1).split('/') : [];
    return name === '' || name.startsWith(':') ? [] : [name];
  });
  return [...new Set(names)].sort();
}

/** Counts segments that differ; infinite if one is not similar. */
function changesBetween(asked: readonly string[], declared: readonly string[]): number {
  if (asked.length !== declared.length) return Number.POSITIVE_INFINITY;
  return declared.reduce((sum, name, index) => sum + changeOf(asked[index] ?? '', name), 0);
}

function changeOf(asked: string, name: string): number {
  if (asked.toLowerCase() === name.toLowerCase()) return 0;
  // A word in place of an id is rather the name of something.
  if (name.startsWith(':')) return /^\d+$/.test(asked) ? 0.1 : 1.5;
  const known = closestName(asked, [name, ...Object.keys(ALSO_CALLED)]);
  return known !== null && (known === name || ALSO_CALLED[known] === name) ? 1 : Number.POSITIVE_INFINITY;
}
