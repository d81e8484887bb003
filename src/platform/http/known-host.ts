import { isIP } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors/app-error.js';

/**
 * Serves only requests for this machine by address, for `localhost`, or for the host of PUBLIC_URL. Prevents DNS rebinding, by which a page
 * could read what needs no credentials.
 */
export function requireKnownHost(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).hostname;
  return (request: Request, _response: Response, next: NextFunction): void => {
    const url = `http://${request.headers.host ?? ''}`;
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const isKnown = host === own || /(?:^|\.)localhost$/.test(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
    next(isKnown ? undefined : new AppError('rest_forbidden', 'This host is not served here.'));
  };
}
