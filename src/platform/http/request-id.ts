import type { NextFunction, Request, Response } from 'express';
import { runRequest } from '../access/assert-permission.js';
import { ulid } from '../ids/ulid.js';
import { onBehalfOf } from '../tracing/request-trace.js';
import type { AppRequest } from './request.js';

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Assigns an id to each request for its answer, log lines, and consequences. The `X-Request-Id` of the caller is stored separately if it is
 * safe to log, because it may not be unique.
 */
export function requestId(plain: Request, response: Response, next: NextFunction): void {
  const request = plain as AppRequest;
  const given = request.headers['x-request-id'];
  request.requestId = ulid();
  request.clientRequestId = typeof given === 'string' && WELL_FORMED.test(given) ? given : null;
  response.setHeader('X-Request-Id', request.requestId);
  if (request.clientRequestId !== null) response.setHeader('X-Client-Request-Id', request.clientRequestId);
  onBehalfOf(request.requestId, () => {
    runRequest(request, next);
  });
}
