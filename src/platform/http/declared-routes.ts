import { closestName } from '../text/closest-name.js';
import type { AppRequest } from './request.js';
import type { Router } from '../patches/route-index.js';

export function methodsAt(router: Router, path: string): string[] {
  const methods = router.stack.flatMap((layer) =>
    layer.route && layer.match(path) ? Object.keys(layer.route.methods).map((method) => method.toUpperCase()) : [],
  );
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Names in paths, by the words that the documentation and other programs use. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  contacts: 'subscribers',
  people: 'subscribers',
  automations: 'funnels',
};
/** Beginnings of other versions and programs. */
const OTHER_BASE = /^(?:\/api)?(?:\/v\d+)?(?=\/)/i;
/** Limits the work for a path of many segments. */
const MAX_SEGMENTS = 8;

interface DeclaredPath {
  readonly whole: string;
  readonly isInBase: boolean;
  readonly segments: readonly string[];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
/** Returns the path below the base path; null for others. */
const within = (path: string, basePath: string): string | null =>
  path.toLowerCase().startsWith(`${basePath}/`.toLowerCase()) ? path.slice(basePath.length) : null;

const declaredPaths = new WeakMap<Router, readonly DeclaredPath[]>();

function declaredIn(router: Router, basePath: string): readonly DeclaredPath[] {
  const known = declaredPaths.get(router);
  if (known) return known;
  const wholes = router.stack.flatMap(({ route }) => (typeof route?.path === 'string' ? [route.path] : []));
  const paths = [...new Set(wholes)]
    .filter((whole) => !whole.includes('*'))
    .map((whole) => {
      const inBase = within(whole, basePath);
      return { whole, isInBase: inBase !== null, segments: segmentsOf(inBase ?? whole) };
    });
  declaredPaths.set(router, paths);
  return paths;
}

/** Returns the declared path most similar to that of a request, as the API document writes it; null if none is similar. */
export function nearestPath({ app, path, originalUrl }: AppRequest, basePath: string): string | null {
  const inBase = within(path, basePath);
  const asked = segmentsOf(inBase ?? path.replace(OTHER_BASE, ''));
  if (asked.length > MAX_SEGMENTS) return null;
  const compare = comparison(asked);
  let best: DeclaredPath | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const declared of declaredIn(app.router as unknown as Router, basePath)) {
    // Other programs and pages have paths outside of it.
    if (inBase !== null && !declared.isInBase) continue;
    const changes = compare(declared.segments);
    if (changes < least) [best, least] = [declared, changes];
  }
  if (best === null) return null;
  const nearest = best.isInBase
    ? baseAsWritten(originalUrl, inBase, basePath) + best.whole.slice(basePath.length)
    : best.whole;
  return nearest.replace(/:(\w+)/g, '{$1}');
}

/** Returns the base path of a request, which may have been rewritten. */
function baseAsWritten(url: string, inBase: string | null, basePath: string): string {
  const [written = ''] = url.split('?', 1);
  return inBase !== null && written.endsWith(inBase) ? written.slice(0, -inBase.length) : basePath;
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

/** The costs of a parameter or a name that the request lacks, and of each of the last segments that it has in excess. */
const [LACKS_NAME, LACKS_PARAMETER, IN_EXCESS] = [1.2, 2, 2];
/** Added if no name is the same or similar. */
const UNLIKE = 1_000;

/** Returns a function that counts what differs from a declared path; infinite if no name is similar. Names are compared once each. */
function comparison(asked: readonly string[]): (declared: readonly string[]) => number {
  const known = asked.map(() => new Map<string, number>());
  const meant = asked.map((word) => ALSO_CALLED[closestName(word, Object.keys(ALSO_CALLED)) ?? '']);
  const changeAt = (position: number, name: string): number => {
    const changes =
      known[position]?.get(name) ?? (meant[position] === name ? 1 : changeOf(asked[position] ?? '', name));
    known[position]?.set(name, changes);
    return changes;
  };
  const rest = (declared: readonly string[], from: number, position: number): number => {
    const name = declared[from];
    if (name === undefined) return UNLIKE + (asked.length - position) * IN_EXCESS;
    const isParameter = name.startsWith(':');
    const skipped = rest(declared, from + 1, position) + (isParameter ? LACKS_PARAMETER : LACKS_NAME);
    const change = position < asked.length ? changeAt(position, name) : Number.POSITIVE_INFINITY;
    if (change === Number.POSITIVE_INFINITY) return skipped;
    const behind = rest(declared, from + 1, position + 1);
    return Math.min(skipped, change + (isParameter || behind < UNLIKE ? behind : behind - UNLIKE));
  };
  return (declared) => {
    const changes = rest(declared, 0, 0);
    return changes < UNLIKE ? changes : Number.POSITIVE_INFINITY;
  };
}

function changeOf(asked: string, name: string): number {
  if (asked.toLowerCase() === name.toLowerCase()) return 0;
  // A word in place of an id is rather the name of something.
  if (name.startsWith(':')) return /^\d+$/.test(asked) ? 0.1 : 1.5;
  if (closestName(asked, [name]) !== null) return 1;
  return name.includes('-') && closestName(asked, name.split('-')) !== null ? 1.2 : Number.POSITIVE_INFINITY;
}
