import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Observable, mergeMap } from 'rxjs';
import type { AppRequest } from '../platform/http/request.js';
import { type DialectCall, dialectCallOf } from './dialect-calls.js';
import { isMembers } from './dialect-route.js';
import { levelAnswer } from './level-rows.js';

/** Makes our answers those that programs of the other dialect read. Errors have one shape under every base path. */
@Injectable()
export class DialectInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const call = dialectCallOf(request);
    if (call === null) return next.handle();
    return next.handle().pipe(mergeMap((answer) => translated(answer, call, request)));
  }
}

async function translated(answer: unknown, { method, route }: DialectCall, request: AppRequest): Promise<unknown> {
  if (!isMembers(answer) || answer instanceof StreamableFile) return answer;
  const level = method === 'GET' ? levelAnswer(answer) : answer;
  return (await route?.answer?.(level, request)) ?? level;
}
