import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, firstValueFrom, from, of } from 'rxjs';
import { OutcomeUnknown } from '../errors/database-errors.js';
import { Database } from '../database/database.js';
import type { AppRequest } from '../http/request.js';
import type { SelectiveInterceptor } from '../patches/selective-interceptors.js';
import { idempotencyKeyOf, IdempotencyKeys } from './idempotency-keys.js';

const RENEWED_EVERY_MS = 5_000;
const OUTSIDE_TRANSACTION = 'carillon:idempotency-outside-transaction';

/** For handlers that call external services: no transaction stays open meanwhile; the answer is stored afterwards. */
export const CallsExternalServices = (): MethodDecorator => SetMetadata(OUTSIDE_TRANSACTION, true);

/** For handlers that commit rows that can be repeated: in one transaction, two calls would deadlock. A retry repeats all rows. */
export const CommitsRowByRow = CallsExternalServices;

const BY_HANDLER = 'carillon:idempotency-by-handler';

/** For handlers that read the body themselves and therefore compute the request fingerprint. */
export const HandlesOwnIdempotency = (): MethodDecorator => SetMetadata(BY_HANDLER, true);

/** Whether the handler runs in one transaction that can be rolled back. */
export const mayRunInTransaction = (handler: object): boolean =>
  ![OUTSIDE_TRANSACTION, BY_HANDLER].some((key) => Reflect.getMetadata(key, handler) === true);

/** Implements `Idempotency-Key` on POST. The handler runs in the transaction that stores its answer: a retry finds both or neither. */
@Injectable()
export class IdempotencyInterceptor implements SelectiveInterceptor {
  constructor(
    private readonly db: Database,
    private readonly keys: IdempotencyKeys,
  ) {}

  concerns({ method, principal, headers }: AppRequest, handler: object): boolean {
    const isKeyed = method === 'POST' && principal !== undefined && headers['idempotency-key'] !== undefined;
    return isKeyed && Reflect.getMetadata(BY_HANDLER, handler) !== true;
  }

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const { principal } = request;
    const key = idempotencyKeyOf(request);
    if (!principal || key === null) return next.handle();
    const claim = await this.keys.claim(principal.credentialId, key, fingerprintOf(request));
    if (claim.kind === 'replay') {
      const response = context.switchToHttp().getResponse<Response>();
      response.setHeader('Idempotent-Replayed', 'true');
      response.status(claim.status);
      return of(JSON.parse(claim.body));
    }
    return from(this.run(context, next, claim.token));
  }

  private async run(context: ExecutionContext, next: CallHandler<unknown>, token: string): Promise<unknown> {
    const outside = Reflect.getMetadata(OUTSIDE_TRANSACTION, context.getHandler()) === true;
    const response = context.switchToHttp().getResponse<Response>();
    // A handler that waits for other systems may outlive a claim, and a retry would run in parallel.
    const renewal = setInterval(() => void this.keys.renew(token), RENEWED_EVERY_MS);
    let body: unknown;
    try {
      if (outside) {
        body = await firstValueFrom(next.handle());
        await this.db.transaction((tx) => this.keys.complete(tx, token, response.statusCode, body));
        return body;
      }
      return await this.db.ambientTransaction(async (tx) => {
        body = await firstValueFrom(next.handle());
        await this.keys.complete(tx, token, response.statusCode, body);
        return body;
      });
    } catch (error) {
      if (error instanceof OutcomeUnknown && (await this.keys.isAnswered(token).catch(() => false))) return body;
      // Nothing was written, so the key can be used for a corrected request.
      await this.keys.release(token);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}

/** The request fingerprint: route and raw body. */
function fingerprintOf(request: AppRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.rawBody ?? '')
    .digest('hex');
}
