import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable, isRetryable } from '../../../platform/errors/database-errors.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { publicPage } from './public-page.js';

const RETRY_AFTER_SECONDS = '10';

/** Readers are told in words, and in their language, what went wrong; the error shape of the API is for programs. */
@Catch()
@Injectable()
export class PublicPageFilter implements ExceptionFilter {
  private readonly logger = new Logger(PublicPageFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AppRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const status = statusOf(thrown);
    if (status >= 500) this.logger.error({ err: thrown, requestId: request.requestId }, 'A public page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (status === 503)
      publicPage(request, response, 503, 'try_again', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    else publicPage(request, response, status, 'failed');
  }
}

/** What the parsers of bodies throw says its status itself. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof AppError) return thrown.status;
  if (isDatabaseUnavailable(thrown) || isRetryable(thrown)) return 503;
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : 500;
}
