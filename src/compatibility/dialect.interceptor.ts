import { type CallHandler, type ExecutionContext, Injectable, StreamableFile } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import type { SelectiveInterceptor } from '../platform/patches/selective-interceptors.js';
import { isEmptyBody } from './dialect-bodies.js';
import type { DialectCall, DialectRequest } from './dialect-calls.js';
import type { Members } from './dialect-route.js';
import type { DialectTools } from './dialect-tools.service.js';
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

/** Clients make tables of lists: missing members become null, but not arrays and objects, over which clients iterate. */
export function uniformRows(rows: readonly unknown[]): readonly unknown[] {
  if (!rows.every(isObject)) return rows;
  const blank = new Map<string, null>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (value === null || typeof value !== 'object') blank.set(name, null);
  return rows.map((row) => {
    const missing = [...blank].filter(([name]) => !Object.hasOwn(row, name));
    return missing.length === 0 ? row : { ...row, ...Object.fromEntries(missing) };
  });
}

/** Applies this to each list in a response, as an array or a page. */
export function uniformLists(answer: Members): Members {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, uniformList(value)]));
}

function uniformList(value: unknown): unknown {
  if (Array.isArray(value)) return uniformRows(value);
  if (isObject(value) && Array.isArray(value['data'])) return { ...value, data: uniformRows(value['data']) };
  return value;
}
