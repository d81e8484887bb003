import { hash } from 'node:crypto';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { parseTimestamp } from '../clock/timestamps.js';
import { AppError, unavailable } from '../errors/app-error.js';
import { ulid } from '../ids/ulid.js';
import type { RequestRedis } from '../redis/redis.js';
import { entityTagOf, isOneResource } from './answer-headers.js';
import { callInside } from './inner-call.js';
import { type AppRequest, isRead } from './request.js';
import type { SelectiveInterceptor } from '../patches/selective-interceptors.js';
import { jsonOf } from './shared-answers.js';

/** `updatedAt` is null if the resource has no time of its last change. */
type Representation = Readonly<Record<'tag', string> & Record<'updatedAt', Date | null>>;

const LOCK_MS = 60_000;
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end";

/**
 * Obeys `If-Match` and `If-Unmodified-Since` of writes (RFC 9110, section 13.1) by a GET of the same URL. Of several conditional writes to
 * one path at a time, one runs and the others are refused.
 */
export class Preconditions implements SelectiveInterceptor {
  constructor(
    private readonly redis: RequestRedis,
    /** Of the keys in Redis. */
    private readonly prefix: string,
  ) {}

  concerns(request: AppRequest): boolean {
    const { principal, headers } = request;
    const isConditional = headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined;
    return isConditional && principal !== undefined && !isRead(request);
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    return from(
      this.alone(http.getRequest<AppRequest>(), async (request) => {
        const current = await representationOf(request, http.getResponse<Response>());
        // The answer is 404 without the precondition as well (RFC 9110, section 13.2.1).
        if (current !== 'missing') check(request, current);
        return firstValueFrom(next.handle());
      }),
    );
  }

  private async alone<T>(request: AppRequest, work: (request: AppRequest) => Promise<T>): Promise<T> {
    const key = `${this.prefix}:conditional-write:${hash('sha256', request.path.toLowerCase())}`;
    const token = ulid();
    const { client } = this.redis;
    const isTaken = await client.set(key, token, 'PX', LOCK_MS, 'NX').catch(() => {
      throw unavailable('The service is temporarily unavailable.');
    });
    if (isTaken === null) throw failed('Another request with a precondition is changing the resource.');
    try {
      return await work(request);
    } finally {
      await client.eval(RELEASE, 1, key, token).catch(() => undefined);
    }
  }
}

function check({ headers }: AppRequest, current: Representation | null): void {
  const tags = headers['if-match']?.split(',').map((tag) => tag.trim());
  if (tags !== undefined) {
    if (current === null || !(tags.includes('*') || tags.includes(current.tag)))
      throw failed('The resource does not have the entity tag in If-Match.');
    return;
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  if (current?.updatedAt && current.updatedAt.getTime() > since)
    throw failed('The resource has changed since the time in If-Unmodified-Since.');
}

const failed = (message: string): AppError => new AppError('precondition_failed', message);

/** Reads the resource as its GET route does. @returns null if GET has no entity tag here. */
async function representationOf(outer: AppRequest, response: Response): Promise<Representation | 'missing' | null> {
  const { status, body, request } = await callInside(outer, response);
  if (status === 404) return 'missing';
  if (status !== 200 || body === null || !isOneResource(request)) return null;
  return { tag: entityTagOf(jsonOf(body)), updatedAt: updatedAtOf(body) };
}

/** Reads `updated_at` of a resource, which most answers hold in one member. */
function updatedAtOf(body: unknown): Date | null {
  const members = Object.values(body as object) as unknown[];
  for (const each of [body, ...members]) {
    const { updated_at: text } = (each ?? {}) as { readonly updated_at?: unknown };
    if (typeof text === 'string') return parseTimestamp(text);
  }
  return null;
}
