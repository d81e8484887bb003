import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DIALECT_PATH, splitUrl, withoutSlashAtEnd } from './dialect.js';
import { dialectCallOf, pathInApi } from './dialect-calls.js';

/**
 * Rewrites the path of a dialect request before routing, so access, limits, validation, and idempotency are those of
 * the target route. `DialectInterceptor` translates the body, which is not parsed yet.
 * @param basePath the prefix of Nest.
 */
export function readDialect(basePath: string): RequestHandler {
  const prefix = withoutSlashAtEnd(basePath);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const call = dialectCallOf(request);
    if (call !== null) {
      const { route } = call;
      const { search } = splitUrl(request.url);
      const path = route?.own === true ? DIALECT_PATH + call.path : prefix + pathInApi(call);
      request.url = path + (route?.search?.(search) ?? search);
    }
    next();
  };
}
