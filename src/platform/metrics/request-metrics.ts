import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics.js';

/** Label of requests without a route: input must not become a label. */
const NO_ROUTE = 'none';

/**
 * Counts and times requests by declared route (`/api/v2/subscribers/:id`).
 * @param metrics resolved per request, because writing the API document constructs nothing.
 */
export function measureRequests(metrics: () => Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    // Also for clients that disconnect early, with the status they would have received.
    response.once('close', () => {
      const labels = { method: methodOf(request), route: routeOf(request), status: response.statusCode };
      metrics().requests.observe(labels, (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Node accepts some thirty methods. */
function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' && !path.includes('*') ? path : NO_ROUTE;
}
