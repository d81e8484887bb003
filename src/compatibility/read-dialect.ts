import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DIALECT_PATH, splitUrl, withoutSlashAtEnd } from './dialect.js';
import { dialectCallOf, type DialectRequest, methodsInDialect, pathInApi } from './dialect-calls.js';

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
      const url = (route?.own === true ? DIALECT_PATH : prefix) + pathInApi(call);
      const query = route?.search?.(search) ?? search;
      request.url = url.includes('?') ? url + query.replace('?', '&') : url + query;
      Object.assign(request as DialectRequest, { dialectCall: call, otherMethods: () => methodsInDialect(call) });
      if (route?.as !== undefined) request.method = route.as;
    }
    next();
  };
}
