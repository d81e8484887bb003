import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors/app-error.js';
import { isIP } from 'node:net';

/** Links in emails carry their own credentials, and email clients post to them from any page. */
const NEEDS_NO_CREDENTIALS = /^\/t\//i;

/** Refuses writes that a page of another site makes a browser send (CSRF). Other clients send none of these headers. */
export function refuseForeignOrigins(publicUrl: string): RequestHandler {
  const ownOrigin = new URL(publicUrl).origin;
  return (request: Request, _response: Response, next: NextFunction): void => {
    const isExempt = /^(?:GET|HEAD|OPTIONS)$/.test(request.method) || NEEDS_NO_CREDENTIALS.test(request.path);
    if (isExempt || !isForeign(request, ownOrigin)) next();
    else next(new AppError('foreign_origin', 'Writes from pages of other sites are refused.'));
  };
}

export function isForeign(request: Request, ownOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  if (origin === undefined || origin === ownOrigin) return false;
  // A page with `Referrer-Policy: no-referrer`, such as ours, posts with the origin `null`.
  if (origin === 'null') return site !== 'same-origin';
  return origin !== `${request.protocol}://${request.headers.host ?? ''}`;
}

/** Serves only requests to addresses, `localhost`, and the host of PUBLIC_URL: by DNS rebinding, pages could read the answers. */
export function requireKnownHost(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).hostname;
  return (request: Request, _response: Response, next: NextFunction): void => {
    const url = `http://${request.headers.host ?? ''}`;
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const isKnown = host === own || /(?:^|\.)localhost$/.test(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
    next(isKnown ? undefined : new AppError('rest_forbidden', 'This host is not served here.'));
  };
}
