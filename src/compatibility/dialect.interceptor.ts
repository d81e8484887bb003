import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Observable, mergeMap } from 'rxjs';
import type { AppRequest } from '../platform/http/request.js';
import { isEmptyBody } from './dialect-bodies.js';
import { type DialectCall, dialectCallOf } from './dialect-calls.js';
import { isMembers } from './dialect-route.js';
import { levelAnswer } from './level-rows.js';

/**
 * Makes bodies of programs of the other dialect ours, and our answers those that they read. Errors have one shape under every
 * base path.
 */
@Injectable()
export class DialectInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const call = dialectCallOf(request);
    if (call === null) return next.handle();
    const warnings = readBodyOf(request, call);
    return next.handle().pipe(mergeMap((answer) => translated(answer, call, request, warnings)));
  }
}

/** @returns what of the body is left out. */
function readBodyOf(request: AppRequest, { route }: DialectCall): readonly string[] {
  if (isEmptyBody(request.body)) request.body = {};
  const body: unknown = request.body;
  if (!isMembers(body)) return [];
  if (route?.body !== undefined) request.body = route.body(body);
  return route?.warnings?.(body) ?? [];
}

async function translated(
  answer: unknown,
  { method, route }: DialectCall,
  request: AppRequest,
  warnings: readonly string[],
): Promise<unknown> {
  if (!isMembers(answer) || answer instanceof StreamableFile) return answer;
  const level = method === 'GET' ? levelAnswer(answer) : answer;
  const answered = (await route?.answer?.(level, request)) ?? level;
  return warnings.length === 0 ? answered : { ...answered, warnings };
}
