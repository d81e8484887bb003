import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { Clock } from '../../../platform/clock/clock.js';
import type { ReportMetaResponse } from '../dto/report-meta.response.js';

/** `X-Cache` and `Age`, read off the body's own `meta`, so that headers and body cannot disagree. */
@Injectable()
export class FreshnessHeaders implements NestInterceptor<{ meta: ReportMetaResponse }> {
  constructor(private readonly clock: Clock) {}

  intercept(context: ExecutionContext, next: CallHandler<{ meta: ReportMetaResponse }>): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap(({ meta }) => {
        const age = this.clock.now().getTime() - Date.parse(meta.generated_at);
        response.setHeader('X-Cache', meta.cached ? 'HIT' : 'MISS');
        // The process that took the figures may have a clock that is ahead of ours.
        response.setHeader('Age', Math.max(0, Math.floor(age / 1_000)));
      }),
    );
  }
}
