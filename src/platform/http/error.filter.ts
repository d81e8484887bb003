import { Catch, HttpException, Inject, Injectable, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { decodedBasic } from './basic-header.js';
import type { AppRequest } from './request.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { logFailure } from '../logging/log-failure.js';
import { Metrics } from '../metrics/metrics.js';
import { Keys } from '../secrets/keys.js';
import { AppError, unavailable } from '../errors/app-error.js';
import { methodsAt, namesBelow, nearestPath } from './declared-routes.js';
import { NO_ROUTE_POLICY, noRoutePage } from './no-route-page.js';
import type { Router } from '../patches/route-index.js';
import { docUrlOf } from '../errors/error-codes.js';
import { isTransient, OutcomeUnknown } from '../errors/database-errors.js';

/** Renders all errors. Errors other than `AppError` reveal no details. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(
    private readonly metrics: Metrics,
    private readonly keys: Keys,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AppRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toAppError(thrown, request, this.config.http.basePaths[0] ?? '');
    if (error.status === 401 || error.status === 429) this.recordRefusal(error, request);
    if (error.status >= 500) logFailure(this.logger, thrown, error.message);
    if (this.isTooLate(response)) {
      response.destroy();
      return;
    }
    if (!response.headersSent)
      for (const [name, value] of Object.entries(error.options.headers ?? {})) response.setHeader(name, value);
    this.send(error, request, response);
  }

  /** Whether a part of the answer was sent that no error can follow. */
  protected isTooLate({ headersSent }: Response): boolean {
    return headersSent;
  }

  protected send(error: AppError, request: AppRequest, response: Response): void {
    if (error.code === 'rest_no_route' && request.method === 'GET' && request.accepts(['json', 'html']) === 'html') {
      response.status(error.status).type('html').setHeader('Content-Security-Policy', NO_ROUTE_POLICY);
      response.send(noRoutePage(error.message, request.path, error.options.data?.['did_you_mean']));
      return;
    }
    response.status(error.status).json({
      ...(error.code === null ? {} : { code: error.code }),
      message: error.message,
      data: {
        status: error.status,
        ...error.options.data,
        request_id: request.requestId,
        ...(request.speaksDialect ? {} : { doc_url: docUrlOf(this.config.http.publicUrl, error.code) }),
      },
    });
  }

  /** For alerts and for tools that block addresses. Usernames are hashed, because people type passwords into the wrong field. */
  private recordRefusal(error: AppError, request: AppRequest): void {
    const name = decodedBasic(request.headers.authorization)?.split(':', 1)[0];
    const user = name === undefined ? null : this.keys.hmac('log-usernames', name).toString('hex').slice(0, 16);
    const reason = error.code ?? 'refused';
    if (reason !== 'rest_too_many_requests') this.metrics.authFailures.inc({ reason });
    const message = reason === 'rest_too_many_requests' ? 'Request refused by rate limit' : 'Authentication failed';
    this.logger.warn({ reason, address: request.ip, user }, message);
  }
}

function toAppError(thrown: unknown, request: AppRequest, basePath: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof OutcomeUnknown)
    return unavailable('It is not known whether the change was saved.', 5, 'outcome_unknown');
  if (isTransient(thrown)) return unavailable('The service is temporarily unavailable.');
  const status = statusOf(thrown);
  if (status === 404 || status === 405) return noRoute(request, basePath);
  if (status === 400) return new AppError('rest_invalid_param', 'The request could not be read.');
  return new AppError('internal_error', 'An internal error occurred.', { cause: thrown });
}

/** Nest's exceptions, and errors of Express and its parsers before a handler is reached. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof URIError) return 400;
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : 500;
}

/** An error for a path that does not exist, or not with this method. */
export function noRoute(request: AppRequest, basePath: string): AppError {
  const router = request.app.router as unknown as Router;
  const methods = [...new Set([...methodsAt(router, request.path), ...(request.otherMethods?.() ?? [])])].sort();
  if (methods.length > 0)
    return new AppError('rest_method_not_allowed', `This path has the methods ${methods.join(', ')}.`, {
      headers: { Allow: methods.join(', ') },
    });
  const nearest = nearestPath(request, basePath);
  const data = nearest === null ? {} : { did_you_mean: nearest };
  return /\/reports\/[^/]/.test(request.path)
    ? new AppError('report_not_found', 'The requested report could not be found.', {
        data: { ...data, reports: namesBelow(router, `${basePath}/reports`) },
      })
    : new AppError('rest_no_route', 'No route was found matching the URL and request method.', { data });
}
