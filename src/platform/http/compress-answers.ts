import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** The answers to recipients are small, and their images are compressed. */
const UNCOMPRESSED = /^\/t\//i;

/**
 * Compresses answers over 1 KB if the caller accepts it. Not streams: the compressor would hold back their parts. Not answers to pages
 * of other sites: their size could reveal secrets next to text that such a page chooses (BREACH).
 */
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
