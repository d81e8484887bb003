import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { AppRequest } from '../platform/http/request.js';
import { pathWithin, isDialect, splitUrl, withoutSlashAtEnd } from './dialect.js';

/**
 * Rewrites other base paths to the first one before routing, because Nest supports only one prefix. `originalUrl` and
 * the links of pages keep the path that the caller used.
 */
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
