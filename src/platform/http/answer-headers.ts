import type { NextFunction, Request, Response, RequestHandler } from 'express';
import { jsonOf } from './shared-answers.js';
import { hash } from 'node:crypto';
import compression from 'compression';

/** Headers of all answers: those of helmet without a policy for content, which pages set themselves, and for sharing across origins. */
const HEADERS = new Map([
  // Answers contain personal data and one-time secrets. Handlers of cacheable answers set their own header.
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
]);

export function setAnswerHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeaders(HEADERS);
  next();
}

/** `response.json` of Express, with entity tags for single resources only. */
export function sendJson(this: Response, body: unknown): Response {
  const text = jsonOf(body);
  if (/^(?:GET|HEAD)$/.test(this.req.method) && this.statusCode === 200 && isOneResource(this.req)) {
    this.setHeader('ETag', entityTagOf(text));
    if (this.req.fresh) {
      this.status(304).end();
      return this;
    }
  }
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  this.end(text);
  return this;
}

/** Reports hold the time of their making. */
const ONE_RESOURCE = /^(?!.*\/reports\/(?!scheduled\/)).*\/:\w+$/;

/** Returns whether the route is that of one resource, such as `/subscribers/:id`. */
export function isOneResource({ route }: Pick<Request, 'route'>): boolean {
  return ONE_RESOURCE.test(String((route as { readonly path?: unknown } | undefined)?.path));
}

/** Returns the strong entity tag of an answer (RFC 9110, section 8.8.3). */
export const entityTagOf = (text: string): string => `"${hash('sha1', text, 'base64url')}"`;

/** The answers to recipients are small, and their images are compressed. */
const UNCOMPRESSED = /^\/t\//i;

/** Compresses answers over 1 KB, but no streams, whose parts would be held back, and none to pages of other sites (BREACH). */
export function compressAnswers(): RequestHandler {
  const compress = compression({
    threshold: 1_024,
    filter: (request: Request, response: Response) =>
      response.getHeader('Content-Length') !== undefined && compression.filter(request, response),
  });
  return (request, response, next) => {
    const { 'accept-encoding': accepted, 'sec-fetch-site': site } = request.headers;
    const isCompressed = /gzip|br/.test(String(accepted)) && site !== 'cross-site' && !UNCOMPRESSED.test(request.path);
    if (isCompressed) compress(request, response, next);
    else next();
  };
}
