import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { Clock } from '../../../platform/clock/clock.js';
import type { ReportMetaResponse } from '../dto/report-meta.shapes.js';

/** Sets `X-Cache` and `Age` from the `meta` of the body, so that headers and body agree. */
@Injectable()
export class CacheHeaders implements NestInterceptor<{ meta: ReportMetaResponse }> {
  constructor(private readonly clock: Clock) {}

  intercept(context: ExecutionContext, next: CallHandler<{ meta: ReportMetaResponse }>): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap(({ meta }) => {
        const age = this.clock.now().getTime() - Date.parse(meta.generated_at);
        response.setHeader('X-Cache', meta.cached ? 'HIT' : 'MISS');
        // The clock of the process that computed the figures may be ahead.
        response.setHeader('Age', Math.max(0, Math.floor(age / 1_000)));
      }),
    );
  }
}
