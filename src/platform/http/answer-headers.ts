import type { NextFunction, Request, Response } from 'express';
import { entityTagOf, isOneResource } from './entity-tag.js';
import { jsonOf } from './shared-answers.js';

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
