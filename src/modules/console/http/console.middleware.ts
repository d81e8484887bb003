import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { AppRequest } from '../../../platform/http/request.js';
import { answerWithPage } from './console-view.js';
import { errorPage } from '../pages/error.page.js';
import { CONSOLE_PATH } from '../pages/sections.js';

const HEADERS = new Map([
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'",
  ],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);
const IN_CONSOLE = new RegExp(`^${CONSOLE_PATH}(?:/|$)`, 'i');

/** Sets the headers of every answer of the console, errors included, and refuses all methods except GET and HEAD. */
export function onlyReadConsole(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!IN_CONSOLE.test(request.path)) {
      next();
      return;
    }
    response.setHeaders(HEADERS);
    // The guard reads credentials in the query only if this header is missing.
    request.headers.authorization ??= '';
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else answerWithPage(request as AppRequest, response.setHeader('Allow', 'GET, HEAD'), errorPage(405), 405);
  };
}
