import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import { ErrorFilter } from '../../../platform/http/error.filter.js';
import { JSON_TYPE } from '../../../platform/http/request-bodies.guard.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicPageFilter } from '../../public-pages/pages/public-page.filter.js';

export const speaksJson = (request: AppRequest): boolean =>
  (request.method === 'POST' && JSON_TYPE.test(request.get('content-type') ?? '')) ||
  request.path.endsWith('/challenge') ||
  request.method === 'OPTIONS';

/** Renders errors as pages for people, and as errors of the API for programs. */
@Catch()
@Injectable()
export class SignUpFilter extends PublicPageFilter {
  constructor(private readonly errors: ErrorFilter) {
    super();
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    if (speaksJson(host.switchToHttp().getRequest<AppRequest>())) this.errors.catch(thrown, host);
    else super.catch(thrown, host);
  }
}
