import { type CallHandler, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { mergeMap, Observable } from 'rxjs';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { EXPORTED_RECORD, BEFORE_FILE } from '../../platform/export/send-file.js';
import { type AppRequest, isRead } from '../../platform/http/request.js';
import type { SelectiveInterceptor } from '../../platform/patches/selective-interceptors.js';
import { type AuditedCall, runInCall } from './audit-trail.js';
import { AuditedExports } from './audited-exports.service.js';

/** Attributes changes to the request of a manager. Must be the outermost interceptor. */
@Injectable()
export class AuditInterceptor implements SelectiveInterceptor {
  constructor(
    private readonly exports: AuditedExports,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Of reads, only exports are recorded. */
  concerns(request: AppRequest, handler: object): boolean {
    return request.principal !== undefined && (!isRead(request) || this.exportedIn(request, handler) !== null);
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const exported = this.exportedIn(request, context.getHandler());
    const call = this.callOf(request);
    // The subscription must happen inside, because the handler runs on subscription.
    return new Observable((subscriber) =>
      runInCall(call, () =>
        (exported === null ? next.handle() : this.recorded(exported, call, context, next)).subscribe(subscriber),
      ),
    );
  }

  /** @returns the type of the exported records; null if the request is no export. */
  private exportedIn({ method }: AppRequest, handler: object): string | null {
    if (method !== 'GET') return null;
    return (Reflect.getMetadata(EXPORTED_RECORD, handler) as string | undefined) ?? null;
  }

  /** Records an export before its first byte; refused exports are not recorded. */
  private recorded(type: string, call: AuditedCall, context: ExecutionContext, next: CallHandler): Observable<unknown> {
    let entry: Promise<void> | null = null;
    const record = (): Promise<void> => (entry ??= this.exports.record(type, call.ids['id'] ?? null));
    context.switchToHttp().getResponse<Response>().locals[BEFORE_FILE] = record;
    return next.handle().pipe(mergeMap((answer: unknown) => record().then(() => answer)));
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
      clientRequestId: request.clientRequestId,
      ids: Object.fromEntries(ids),
    };
  }
}
