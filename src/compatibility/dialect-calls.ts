import type { Request } from 'express';
import { dialectPathOf } from './dialect.js';
import type { DialectRoute } from './dialect-route.js';
import { DIALECT_ROUTES } from './dialect-routes.js';

/** A request that came in the other dialect. */
export interface DialectCall {
  /** A HEAD is a GET of which only the head is sent. */
  readonly method: string;
  /** Behind the base path. */
  readonly path: string;
  /** Null where the dialects do not differ. */
  readonly route: DialectRoute | null;
}

const PARAMETER = /:\w+/g;

const PATTERNS = DIALECT_ROUTES.map((route) => ({
  route,
  // In any case, as the router takes them.
  pattern: new RegExp(`^${route.path.replace(PARAMETER, '[^/]+')}$`, 'i'),
}));

/** @returns null for a request that did not come by the base path of the other dialect. */
export function dialectCallOf(request: Pick<Request, 'method' | 'originalUrl'>): DialectCall | null {
  const asWritten = dialectPathOf(request);
  if (asWritten === null) return null;
  const path = decodable(asWritten);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(path));
  return { method, path, route: found?.route ?? null };
}

/** Where the API does what was asked for, behind its base path. */
export function pathInApi({ path, route }: DialectCall): string {
  if (route?.becomes === undefined) return path;
  const parts = path.split('/');
  const names = route.path.split('/');
  return route.becomes.replace(PARAMETER, (name) => parts[names.indexOf(name)] ?? name);
}

/** Programs look for a campaign by its title; `50%off` is no id, but no reason to refuse the whole request either. */
function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
