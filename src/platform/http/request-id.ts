import type { NextFunction, Response } from 'express';
import { ulid } from '../ids/ulid.js';
import { onBehalfOf } from '../tracing/request-trace.js';
import type { AppRequest } from './request.js';

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Gives every request an id, which its answer, its log lines and everything that follows from it carry. The caller's
 * `X-Request-Id` is kept beside it where it is harmless in a log line: two callers may send the same.
 */
export function requestId(request: AppRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = ulid();
  request.clientRequestId = typeof given === 'string' && WELL_FORMED.test(given) ? given : null;
  response.setHeader('X-Request-Id', request.requestId);
  if (request.clientRequestId !== null) response.setHeader('X-Client-Request-Id', request.clientRequestId);
  onBehalfOf(request.requestId, next);
}
