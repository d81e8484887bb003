import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics.js';

/** Of everything that no route takes: whatever somebody asks for must not become a label. */
const NO_ROUTE = 'none';

/**
 * Counts and times requests by the route that took them, as it is declared (`/api/v2/subscribers/:id`).
 * @param metrics is asked for per request: where only the API document is written, nothing is constructed.
 */
export function measureRequests(metrics: () => Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    // Also of those who hang up before the answer is out, whose status is the one they would have got.
    response.once('close', () => {
      const labels = { method: methodOf(request), route: routeOf(request), status: response.statusCode };
      metrics().requests.observe(labels, (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Node takes some thirty methods from the wire. */
function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' && !path.includes('*') ? path : NO_ROUTE;
}
