import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, mergeAll, type Observable } from 'rxjs';

/** Runs interceptors in order as one: for each of its own, Nest defers and rebinds the rest of the request. */
export class InterceptorChain implements NestInterceptor {
  constructor(private readonly interceptors: readonly NestInterceptor<unknown>[]) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return this.run(0, context, next);
  }

  private run(index: number, context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const interceptor = this.interceptors[index];
    if (!interceptor) return next.handle();
    const answer = interceptor.intercept(context, { handle: () => this.run(index + 1, context, next) });
    return answer instanceof Promise ? from(answer).pipe(mergeAll()) : answer;
  }
}
