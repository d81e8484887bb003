import { raw, type RequestHandler } from 'express';
import { AppError } from '../errors/app-error.js';
import type { AppRequest } from './request.js';

const MESSAGE_TYPE = /^(?:message\/(?:rfc822|global)|application\/octet-stream|text\/plain)\b/i;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Reads a mail that is posted as it is into `rawBody`; on the same routes JSON passes by, and everything else is refused. */
export function messageBody({
  routes,
  limit,
}: {
  /** By the end of their path. */
  readonly routes: RegExp;
  readonly limit: number;
}): RequestHandler {
  const read = raw({ type: () => true, limit });
  return (request, response, next) => {
    const type = request.headers['content-type'] ?? '';
    const length = request.headers['content-length'];
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
    if (!routes.test(request.path) || !hasBody || JSON_TYPE.test(type)) {
      next();
      return;
    }
    if (!MESSAGE_TYPE.test(type)) {
      const types = 'message/rfc822, application/octet-stream, text/plain or application/json';
      next(new AppError('rest_unsupported_media_type', `The request body must be ${types}.`));
      return;
    }
    read(request, response, (error?: unknown) => {
      if (Buffer.isBuffer(request.body)) (request as AppRequest).rawBody = request.body;
      request.body = {};
      next(error);
    });
  };
}
