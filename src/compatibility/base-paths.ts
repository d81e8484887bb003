import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { behind, isDialect, splitUrl, withoutSlashAtEnd } from './dialect.js';

/**
 * Nest knows one prefix, the first; the others are rewritten to it before routing. `originalUrl` keeps what the caller
 * used, and so do the links of pages.
 */
export function rewriteBasePaths(basePaths: readonly string[]): RequestHandler {
  const [basePath = '/api/v2'] = basePaths;
  const prefix = withoutSlashAtEnd(basePath);
  // The longest first: with `/api` beside it, `/api/v2/lists` is still meant for `/api/v2`.
  const known = [...basePaths].sort((one, other) => other.length - one.length);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path, search } = splitUrl(request.url);
    for (const used of known) {
      const rest = behind(used, path);
      if (rest === null) continue;
      if (isDialect(used)) request.url = prefix + withoutSlashAtEnd(rest) + search;
      else if (used !== basePath) request.url = prefix + rest + search;
      break;
    }
    next();
  };
}
