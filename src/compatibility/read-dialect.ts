import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DIALECT_PATH, splitUrl, withoutSlashAtEnd } from './dialect.js';
import { dialectCallOf, pathInApi } from './dialect-calls.js';

/**
 * Makes the path of a request of the other dialect one of ours, before routing; so access, limits, validation and idempotency
 * are those of the route that is meant. Its body is translated by `DialectInterceptor`, because nothing has read it here.
 * @param basePath the one that Nest knows.
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
