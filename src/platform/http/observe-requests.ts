import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { loggablePath } from '../logging/logging.js';
import type { Metrics } from '../metrics/metrics.js';
import type { AppRequest } from './request.js';
import { runRequest } from '../access/assert-permission.js';
import type { RecentRequests } from './recent-requests.js';
import { ulid } from '../ids/ulid.js';
import { onBehalfOf } from '../tracing/request-trace.js';

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/** Assigns an id to each request. The `X-Request-Id` of the caller is kept apart if it is safe to log: it may not be unique. */
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

/** Counts, times, and logs requests; metrics are by declared route (`/api/v2/subscribers/:id`). */
export function observeRequests(metrics: Metrics, log: Logger, recent: RecentRequests): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if ((request as AppRequest).isInner) {
      next();
      return;
    }
    const startedAt = performance.now();
    // Also for clients that disconnect early, with the status they would have received.
    response.once('close', () => {
      const labels = { method: methodOf(request), route: routeOf(request), status: response.statusCode };
      const milliseconds = performance.now() - startedAt;
      metrics.requests.observe(labels, milliseconds / 1_000);
      logRequest(log, request as AppRequest, response, milliseconds);
      keep(recent, request as AppRequest, response, milliseconds);
    });
    next();
  };
}

function keep(recent: RecentRequests, request: AppRequest, { statusCode }: Response, milliseconds: number): void {
  const { identified, url, requestId: request_id } = request;
  if (identified === undefined || NOT_OF_THE_API.test(url)) return;
  const sent = { manager: identified.username, method: methodOf(request), url, status: statusCode };
  recent.add({ atMs: Date.now(), ...sent, duration_ms: Math.round(milliseconds), request_id });
}

const NOT_OF_THE_API = /^\/(console|docs|dev|admin)(\/|$)/;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Node accepts some thirty methods. */
const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** Without a route it is `none`: input must not become a label. */
function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' && !path.includes('*') ? path : 'none';
}

const UNLOGGED = /^\/(health|metrics|t|docs)(\/|$)/;

/** Writes the line of a request that has ended; none for probes, pages of recipients, and documentation. */
export function logRequest(log: Logger, request: AppRequest, response: Response, milliseconds: number): void {
  // A refusal is not a failure, and callers can cause it at will.
  const hasFailed = response.statusCode >= 500 && response.statusCode !== 503;
  const level = hasFailed ? 'error' : 'info';
  if (!log.isLevelEnabled(level) || UNLOGGED.test(request.url)) return;
  log[level](
    {
      requestId: request.requestId,
      req: { method: request.method, path: loggablePath(request.url) },
      res: { status: response.statusCode },
      responseTime: Math.round(milliseconds),
      manager: request.principal?.username,
      client_request_id: request.clientRequestId ?? undefined,
    },
    `request ${response.writableFinished ? (hasFailed ? 'errored' : 'completed') : 'aborted'}`,
  );
}
