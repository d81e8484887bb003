import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import qs from 'qs';
import { AppError } from '../errors/app-error.js';
import { parseJson } from './json-body.js';
import { hasBody, readBody, refuseEncoded } from './read-body.js';
import { type AppRequest, isRead } from './request.js';

export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const MESSAGE_TYPE = /^(?:message\/(?:rfc822|global)|application\/octet-stream|text\/plain)\b/i;

/** Clients of WordPress send forms, also with JSON and the type that their library sets by default. */
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|text\/plain)\b/i;

const LARGE_LIMIT = 10 * 1024 * 1024;

interface BodyKinds {
  /** JSON of up to 10 MiB. */
  readonly large?: true;
  /** A raw email of up to 10 MiB, stored in `rawBody`. */
  readonly message?: true;
  /** A form with files, which the handler reads and which may take hours. */
  readonly form?: true;
}

/** Bodies that a handler accepts instead of JSON of the default size. */
export const AcceptsBody = Reflector.createDecorator<BodyKinds>();

/** Must be the last guard: only callers with permission may cause this work. Handlers of public routes read bodies themselves. */
export class RequestBodies implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limit: number,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (request.isInner) return true;
    request.body = {};
    // Content of a GET request has no meaning (RFC 9110, section 9.3.1), so it is not checked.
    if (isRead(request) || !request.principal || !hasBody(request)) return true;
    return this.read(request, this.reflector.get<BodyKinds | undefined>(AcceptsBody.KEY, context.getHandler()) ?? {});
  }

  private async read(request: AppRequest, { large, message, form }: BodyKinds): Promise<true> {
    const type = request.headers['content-type'] ?? '';
    refuseEncoded(request);
    if (request.speaksDialect && FORM_TYPE.test(type)) {
      request.rawBody = await readBody(request, large ? LARGE_LIMIT : this.limit);
      request.body = formOf(request.rawBody);
    } else if (JSON_TYPE.test(type)) {
      const body = await readBody(request, large ? LARGE_LIMIT : this.limit);
      request.rawBody = body;
      if (body.length > 0) request.body = parseJson(body);
    } else if (message && MESSAGE_TYPE.test(type)) request.rawBody = await readBody(request, LARGE_LIMIT);
    else if (!form)
      throw new AppError(
        'rest_unsupported_media_type',
        `The request body must be ${message ? 'message/rfc822, application/octet-stream, text/plain or ' : ''}application/json.`,
      );
    return true;
  }
}

function formOf(body: Buffer): unknown {
  const text = body.toString('utf8').trim();
  return /^[[{]/.test(text)
    ? parseJson(body)
    : qs.parse(text, { arrayLimit: 1_000, parameterLimit: 10_000, depth: 10 });
}
