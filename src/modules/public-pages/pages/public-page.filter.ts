import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { isTransient } from '../../../platform/errors/database-errors.js';
import { logFailure } from '../../../platform/logging/log-failure.js';
import { type PageResponse, publicPage, sendPage, tryAgainPage } from './public-page.js';

/** Renders errors as pages in the browser's language instead of the JSON of the API. */
@Catch()
@Injectable()
export class PublicPageFilter implements ExceptionFilter {
  private readonly logger = new Logger(PublicPageFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<PageResponse>();
    const status = statusOf(thrown);
    if (status >= 500) logFailure(this.logger, thrown, 'Public page failed');
    if (response.headersSent) response.destroy();
    else if (status === 503) sendPage(response, tryAgainPage(response.req));
    else {
      const { headers = {} } = thrown instanceof AppError ? thrown.options : {};
      const name = status === 404 ? 'unknown_link' : status === 429 ? 'try_again' : 'failed';
      sendPage(response, publicPage(response.req, status, name, { headers }));
    }
  }
}

/** Errors of the body parsers contain their status. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof AppError) return thrown.status;
  if (isTransient(thrown)) return 503;
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : 500;
}
