import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { type Observable, firstValueFrom, from, of } from 'rxjs';
import { Database } from '../database/database.js';
import type { AppRequest } from '../http/request.js';
import { idempotencyKeyOf } from './idempotency-header.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const RENEWED_EVERY_MS = 5_000;
const OUTSIDE_TRANSACTION = 'carillon:idempotency-outside-transaction';

/** For handlers that talk to the outside world: no transaction may stay open over that. Their answer is stored after. */
export const TalksToTheOutside = (): MethodDecorator => SetMetadata(OUTSIDE_TRANSACTION, true);

/**
 * For handlers that commit row by row, where a row that is sent again changes nothing. In one transaction two such calls would
 * hold the locks of all their rows until the end and deadlock. After a crash a repeat goes through all rows again.
 */
export const CommitsRowByRow = TalksToTheOutside;

const BY_HANDLER = 'carillon:idempotency-by-handler';

/** For handlers that read bodies which are not here yet, and so know alone what makes two requests the same. */
export const KeepsItsOwnAnswers = (): MethodDecorator => SetMetadata(BY_HANDLER, true);

/** Whether all that a handler does can be one transaction, and so can be taken back. */
export const mayRunInTransaction = (handler: object): boolean =>
  ![OUTSIDE_TRANSACTION, BY_HANDLER].some((key) => Reflect.getMetadata(key, handler) === true);

/**
 * `Idempotency-Key` on POST. The handler runs inside one transaction together with the storing of its answer, so a
 * repeat after a lost answer (or a crash in between) finds either both or neither.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Database,
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const isTheirs = this.reflector.get<boolean | undefined>(BY_HANDLER, context.getHandler()) ?? false;
    if (request.method !== 'POST' || isTheirs || !request.principal) return next.handle();
    const key = idempotencyKeyOf(request);
    if (key === null) return next.handle();

    const claim = await this.keys.claim(request.principal.credentialId, key, fingerprintOf(request));
    if (claim.kind === 'replay') {
      const response = context.switchToHttp().getResponse<Response>();
      response.setHeader('Idempotent-Replayed', 'true');
      response.status(claim.status);
      return of(JSON.parse(claim.body));
    }
    const outside = this.reflector.get<boolean | undefined>(OUTSIDE_TRANSACTION, context.getHandler()) ?? false;
    return from(this.run(context, next, claim.token, outside));
  }

  private async run(
    context: ExecutionContext,
    next: CallHandler<unknown>,
    token: string,
    outside: boolean,
  ): Promise<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    // A handler that waits for others may take longer than a claim lasts, and a repeat would run beside it.
    const renewal = setInterval(() => void this.keys.renew(token), RENEWED_EVERY_MS);
    try {
      if (outside) {
        const body = await firstValueFrom(next.handle());
        await this.db.transaction((tx) => this.keys.complete(tx, token, response.statusCode, body));
        return body;
      }
      return await this.db.ambientTransaction(async (tx) => {
        const body = await firstValueFrom(next.handle());
        await this.keys.complete(tx, token, response.statusCode, body);
        return body;
      });
    } catch (error) {
      // Nothing was written, so the same key may be used for a corrected request.
      await this.keys.release(token);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}

/** What makes two requests the same: route and bytes of the body. */
function fingerprintOf(request: AppRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.rawBody ?? '')
    .digest('hex');
}
