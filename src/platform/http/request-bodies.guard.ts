import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { parseJson } from './json-body.js';
import { hasBody, readBody, refuseEncoded } from './read-body.js';
import type { AppRequest } from './request.js';

export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const MESSAGE_TYPE = /^(?:message\/(?:rfc822|global)|application\/octet-stream|text\/plain)\b/i;

/** Routes are named by the end of their path. */
export interface BodyRules {
  readonly limit: number;
  readonly largeRoutes: RegExp;
  readonly largeLimit: number;
  /** Take an email as it is, into `rawBody`, beside JSON. */
  readonly messageRoutes: RegExp;
  /** Take bodies of other types than JSON, which their handlers read. */
  readonly unreadRoutes: RegExp;
}

/**
 * Reads the bodies of API requests. It has to be the last of the guards: by then the route is known and the manager may
 * call it, so that nobody else costs more than an answer. Handlers of public routes read what is posted to them themselves.
 */
export class RequestBodies implements CanActivate {
  constructor(private readonly rules: BodyRules) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    request.body = {};
    // A body that comes with a question means nothing (RFC 9110, section 9.3.1), so there is nothing to find fault with.
    const onlyAsks = request.method === 'GET' || request.method === 'HEAD';
    if (!onlyAsks && request.principal && hasBody(request)) await this.read(request);
    return true;
  }

  private async read(request: AppRequest): Promise<void> {
    const { path } = request;
    const { limit, largeRoutes, largeLimit, messageRoutes, unreadRoutes } = this.rules;
    const type = request.headers['content-type'] ?? '';
    const takesMessages = messageRoutes.test(path);
    refuseEncoded(request);
    if (JSON_TYPE.test(type)) {
      const body = await readBody(request, largeRoutes.test(path) ? largeLimit : limit);
      request.rawBody = body;
      if (body.length > 0) request.body = parseJson(body);
    } else if (takesMessages && MESSAGE_TYPE.test(type)) request.rawBody = await readBody(request, largeLimit);
    else if (takesMessages || !unreadRoutes.test(path))
      throw new AppError(
        'rest_unsupported_media_type',
        `The request body must be ${takesMessages ? 'message/rfc822, application/octet-stream, text/plain or ' : ''}application/json.`,
      );
  }
}
