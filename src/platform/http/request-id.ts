import type { NextFunction, Response } from 'express';
import { ulid } from '../ids/ulid.js';
import { onBehalfOf } from '../tracing/request-trace.js';
import type { AppRequest } from './request.js';

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Takes the caller's `X-Request-Id` when it is harmless in a log line, else makes one. The answer carries it back, and so does
 * everything that follows from the request.
 */
export function requestId(request: AppRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && WELL_FORMED.test(given) ? given : ulid();
  response.setHeader('X-Request-Id', request.requestId);
  onBehalfOf(request.requestId, next);
}
