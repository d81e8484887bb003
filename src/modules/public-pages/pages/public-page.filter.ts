import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../../../platform/errors/app-error.js';
import { isTransient } from '../../../platform/errors/database-errors.js';
import { logFailure } from '../../../platform/logging/log-failure.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { publicPage } from './public-page.js';

const RETRY_AFTER_SECONDS = '10';

/** Renders errors as pages in the browser's language instead of the JSON of the API. */
@Catch()
@Injectable()
export class PublicPageFilter implements ExceptionFilter {
  private readonly logger = new Logger(PublicPageFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AppRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const status = statusOf(thrown);
    if (status >= 500) logFailure(this.logger, thrown, 'Public page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (status === 503)
      publicPage(request, response, 503, 'try_again', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    else publicPage(request, response, status, 'failed');
  }
}

/** Errors of the body parsers contain their status. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof AppError) return thrown.status;
  if (isTransient(thrown)) return 503;
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : 500;
}
