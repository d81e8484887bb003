import type { Response } from 'express';
import type { Router } from '../patches/route-index.js';
import type { AppRequest } from './request.js';

interface Call {
  /** GET by default. */
  readonly method?: string;
  /** The URL of the request itself by default. */
  readonly url?: string;
  readonly body?: unknown;
}

const HEADER_METHODS = [
  'setHeader',
  'setHeaders',
  'appendHeader',
  'removeHeader',
] as const satisfies (keyof Response)[];

/** The answer of a route; `body` is null if it is no JSON. */
export interface InnerAnswer {
  readonly status: number;
  readonly body: unknown;
  /** With the route that answered. */
  readonly request: AppRequest;
}

/**
 * Calls a route of the API inside of another request, as its manager: with permissions, rules, and audit entries, but not counted by limits
 * and metrics. Not for routes that answer with files or streams.
 */
export function callInside(request: AppRequest, response: Response, call: Call = {}): Promise<InnerAnswer> {
  const { method = 'GET', url = request.url, body = {} } = call;
  const own = { method, url, originalUrl: call.url ?? request.originalUrl, body, params: {}, isInner: true };
  const inner = Object.create(
    request,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value, writable: true }])),
  ) as AppRequest;
  return new Promise((resolve, reject) => {
    let status = 200;
    const end = (answered: unknown): void => {
      resolve({ status, body: answered, request: inner });
    };
    const answer: Response = Object.create(response, {
      status: {
        value: (code: number) => {
          status = code;
          return answer;
        },
      },
      // A page that calls the API may be partly sent.
      headersSent: { value: false },
      ...Object.fromEntries(HEADER_METHODS.map((name) => [name, { value: () => answer }])),
      json: { value: end },
      send: {
        value: () => {
          end(null);
        },
      },
    }) as Response;
    (request.app.router as unknown as Router).handle(inner, answer, (error?: unknown) => {
      if (error === undefined) end(null);
      else reject(error instanceof Error ? error : new Error('The inner call failed', { cause: error }));
    });
  });
}
