import { type CallHandler, type ExecutionContext, Injectable, StreamableFile } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import type { SelectiveInterceptor } from '../platform/patches/selective-interceptors.js';
import { isEmptyBody } from './dialect-bodies.js';
import type { DialectCall, DialectRequest } from './dialect-calls.js';
import type { Members } from './dialect-route.js';
import type { DialectTools } from './dialect-tools.service.js';
import { uniformLists } from './uniform-rows.js';
import { isObject } from '../platform/values/json.js';

/** Translates request and response bodies of the dialect. Errors have the same shape under every base path. */
@Injectable()
export class DialectInterceptor implements SelectiveInterceptor {
  /** @param avatarUrl shown for contacts without a photo; null for none. */
  constructor(
    private readonly tools: DialectTools,
    private readonly avatarUrl: string | null,
  ) {}

  concerns({ dialectCall }: DialectRequest): boolean {
    return dialectCall !== undefined;
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<DialectRequest>();
    const call = request.dialectCall;
    return call === undefined ? next.handle() : from(this.translated(request, call, next));
  }

  private async translated(request: DialectRequest, call: DialectCall, next: CallHandler<unknown>): Promise<unknown> {
    const warnings = await this.readBody(request, call);
    const answer = await firstValueFrom(next.handle(), { defaultValue: undefined });
    if (!isObject(answer) || answer instanceof StreamableFile) return answer;
    const { method, route } = call;
    const uniform = method === 'GET' ? uniformLists(answer) : answer;
    const answered = (await route?.answer?.(uniform, request, this.tools)) ?? uniform;
    const shown = this.avatarUrl === null ? answered : (withPhotos(answered, this.avatarUrl) as Members);
    return warnings.length === 0 ? shown : { ...shown, warnings };
  }

  /** @returns warnings about what is ignored in the body. */
  private async readBody(request: DialectRequest, { method, route }: DialectCall): Promise<readonly string[]> {
    if (isEmptyBody(request.body)) request.body = {};
    const sent: unknown = request.body;
    if (!isObject(sent)) return [];
    // WordPress reads parameters of writes from both.
    const body = method === 'GET' ? sent : { ...request.query, ...sent };
    const warnings = new Set<string>();
    const warn = (warning: string): unknown => warnings.add(warning);
    request.body = (await route?.body?.(body, warn, this.tools)) ?? body;
    return [...warnings];
  }
}

/** Returns the answer with a photo of each contact, because clients show it without a check. */
function withPhotos(value: unknown, url: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withPhotos(item, url));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'photo' && member === null && 'email' in value ? url : withPhotos(member, url),
  ]);
  return Object.fromEntries(members);
}
