import { type CallHandler, type ExecutionContext, Injectable, StreamableFile } from '@nestjs/common';
import { type Observable, mergeMap } from 'rxjs';
import type { AppRequest } from '../platform/http/request.js';
import type { SelectiveInterceptor } from '../platform/http/selective-interceptors.js';
import { dialectPathOf } from './dialect.js';
import { isEmptyBody } from './dialect-bodies.js';
import { type DialectCall, dialectCallOf } from './dialect-calls.js';
import { isMembers } from './dialect-route.js';
import { uniformLists } from './uniform-rows.js';

/** Translates request and response bodies of the dialect. Errors have the same shape under every base path. */
@Injectable()
export class DialectInterceptor implements SelectiveInterceptor {
  concerns(request: AppRequest): boolean {
    return dialectPathOf(request) !== null;
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const call = dialectCallOf(request);
    if (call === null) return next.handle();
    const warnings = readBodyOf(request, call);
    return next.handle().pipe(mergeMap((answer) => translated(answer, call, request, warnings)));
  }
}

/** @returns warnings about what is ignored in the body. */
function readBodyOf(request: AppRequest, { route }: DialectCall): readonly string[] {
  if (isEmptyBody(request.body)) request.body = {};
  const body: unknown = request.body;
  const warnings = new Set<string>();
  if (isMembers(body) && route?.body !== undefined) request.body = route.body(body, (warning) => warnings.add(warning));
  return [...warnings];
}

async function translated(
  answer: unknown,
  { method, route }: DialectCall,
  request: AppRequest,
  warnings: readonly string[],
): Promise<unknown> {
  if (!isMembers(answer) || answer instanceof StreamableFile) return answer;
  const uniform = method === 'GET' ? uniformLists(answer) : answer;
  const answered = (await route?.answer?.(uniform, request)) ?? uniform;
  return warnings.length === 0 ? answered : { ...answered, warnings };
}
