import type { Request, NextFunction, RequestHandler, Response } from 'express';
import type { AppRequest } from '../platform/http/request.js';
import { dialectPathOf, DIALECT_PATH, splitUrl, withoutSlashAtEnd } from './dialect.js';
import type { DialectRoute } from './dialect-route.js';
import { DIALECT_ROUTES } from './dialect-routes.js';

export interface DialectCall {
  /** Of the request; a HEAD is routed as a GET. */
  readonly method: string;
  /** Path without the base path. */
  readonly path: string;
  /** Null if the dialects do not differ. */
  readonly route: DialectRoute | null;
}

export interface DialectRequest extends AppRequest {
  dialectCall?: DialectCall;
}

const PARAMETER = /:\w+/g;

const PATTERNS = DIALECT_ROUTES.map((route) => ({
  route,
  // Case-insensitive, like the router.
  pattern: new RegExp(`^${route.path.replace(PARAMETER, '[^/]+')}$`, 'i'),
}));

/** @returns null for a request outside the base path of the dialect. */
export function dialectCallOf(request: Pick<Request, 'method' | 'originalUrl'>): DialectCall | null {
  const asWritten = dialectPathOf(request);
  if (asWritten === null) return null;
  const path = decodable(asWritten);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(path));
  return { method, path, route: found?.route ?? null };
}

/** Returns the methods of the routes that only the dialect has. */
export function methodsInDialect({ path }: DialectCall): string[] {
  const methods: string[] = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Returns the path of the API, without its base path; it may have a query. */
export function pathInApi({ path, route }: DialectCall): string {
  if (route?.becomes === undefined) return path;
  const parts = path.split('/');
  const names = route.path.split('/');
  return route.becomes.replace(PARAMETER, (name) => parts[names.indexOf(name)] ?? name);
}

/** Clients look up campaigns by title, so malformed escapes such as `50%off` must not fail the request. */
function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** Rewrites the path of a dialect request before routing, so all rules are those of the target route. @param basePath of Nest. */
export function readDialect(basePath: string): RequestHandler {
  const prefix = withoutSlashAtEnd(basePath);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const call = dialectCallOf(request);
    if (call !== null) {
      const { route } = call;
      const { search } = splitUrl(request.url);
      const url = (route?.own === true ? DIALECT_PATH : prefix) + pathInApi(call);
      const query = route?.search?.(search) ?? search;
      request.url = url.includes('?') ? url + query.replace('?', '&') : url + query;
      Object.assign(request as DialectRequest, { dialectCall: call, otherMethods: () => methodsInDialect(call) });
      if (route?.as !== undefined) request.method = route.as;
    }
    next();
  };
}
