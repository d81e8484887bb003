import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DIALECT_PATH, splitUrl, withoutSlashAtEnd } from './dialect.js';
import { isEmptyBody } from './dialect-bodies.js';
import { dialectCallOf, pathInApi } from './dialect-calls.js';
import { isMembers } from './dialect-route.js';

/**
 * Makes a request of the other dialect one of ours. It comes behind the parser of bodies, because a body may decide where a
 * request goes, and before routing; so access, limits, validation and idempotency are those of the route that is meant.
 * @param basePath the one that Nest knows.
 */
export function readDialect(basePath: string): RequestHandler {
  const prefix = withoutSlashAtEnd(basePath);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const call = dialectCallOf(request);
    if (call !== null) {
      if (isEmptyBody(request.body)) request.body = {};
      const body: unknown = request.body;
      const members = isMembers(body) ? body : {};
      const { route } = call;
      const { search } = splitUrl(request.url);
      const path = route?.own === true ? DIALECT_PATH + call.path : prefix + pathInApi(call, members);
      request.url = path + (route?.search?.(search) ?? search);
      if (route?.body !== undefined && isMembers(body)) request.body = route.body(body);
    }
    next();
  };
}
