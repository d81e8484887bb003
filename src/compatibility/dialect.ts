import type { Request, NextFunction, RequestHandler, Response } from 'express';
import type { AppRequest } from '../platform/http/request.js';

/** The path at which clients expect the FluentCRM REST API. */
export const DIALECT_PATH = '/wp-json/fluent-crm/v2';

export const isDialect = (basePath: string): boolean => basePath.toLowerCase() === DIALECT_PATH;

/** Returns whether the dialect is configured. */
export const speaksDialect = (basePaths: readonly string[]): boolean => basePaths.some(isDialect);

/** @returns the query string with its question mark, or an empty string. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const start = url.indexOf('?');
  return start === -1 ? { path: url, search: '' } : { path: url.slice(0, start), search: url.slice(start) };
}

/** Returns the path without the base path (case-insensitive, like the router), or null if it is outside. */
export function pathWithin(basePath: string, path: string): string | null {
  const rest = path.slice(basePath.length);
  const isBelow = path.slice(0, basePath.length).toLowerCase() === basePath.toLowerCase();
  return isBelow && (rest === '' || rest.startsWith('/')) ? rest : null;
}

/** Clients of the dialect may add a trailing slash. */
export const withoutSlashAtEnd = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Returns the path of a dialect request without its base path; null for other requests. */
export function dialectPathOf({ originalUrl }: Pick<Request, 'originalUrl'>): string | null {
  const rest = pathWithin(DIALECT_PATH, splitUrl(originalUrl).path);
  return rest === null ? null : withoutSlashAtEnd(rest);
}

/** Rewrites other base paths to the first one: Nest has only one prefix. `originalUrl` and links keep the path of the caller. */
export function rewriteBasePaths(basePaths: readonly string[]): RequestHandler {
  const [basePath = '/api/v2'] = basePaths;
  const prefix = withoutSlashAtEnd(basePath);
  // Longest first: with both `/api` and `/api/v2`, `/api/v2/lists` belongs to `/api/v2`.
  const known = [...basePaths].sort((one, other) => other.length - one.length);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path, search } = splitUrl(request.url);
    for (const used of known) {
      const rest = pathWithin(used, path);
      if (rest === null) continue;
      if (isDialect(used)) {
        (request as AppRequest).speaksDialect = true;
        request.url = prefix + withoutSlashAtEnd(rest) + search;
      } else if (used !== basePath) request.url = prefix + rest + search;
      break;
    }
    next();
  };
}
