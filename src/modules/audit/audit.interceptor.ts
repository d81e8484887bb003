import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { AppRequest } from '../../platform/http/request.js';
import { type AuditedCall, duringCall } from './audit-trail.js';

/** GET changes nothing that anybody asked for. */
const READS = new Set(['GET', 'HEAD']);

/** Says whose call it is, to everything that a request of a manager changes. Has to be the outermost one. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (READS.has(request.method) || !request.principal) return next.handle();
    const call = this.callOf(request);
    // What is subscribed to outside would run outside.
    return new Observable((subscriber) => duringCall(call, () => next.handle().subscribe(subscriber)));
  }

  private callOf(request: AppRequest): AuditedCall {
    const { managerId: id = 0, username = '' } = request.principal ?? {};
    const { path: route = '' } = (request.route ?? {}) as { readonly path?: string };
    const base = this.config.http.basePaths[0] ?? '';
    const ids = Object.entries(request.params).flatMap(([name, value]) => {
      const number = Number(value);
      return Number.isSafeInteger(number) && number > 0 ? [[name, number] as const] : [];
    });
    return {
      source: 'api',
      manager: { id, username },
      method: request.method,
      route: route.startsWith(base) ? route.slice(base.length) : route,
      requestId: request.requestId,
      ids: Object.fromEntries(ids),
    };
  }
}
