import {
  applyDecorators,
  type CallHandler,
  Catch,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import type { AppError } from '../../../platform/errors/app-error.js';
import { ErrorFilter } from '../../../platform/http/error.filter.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { errorPage } from '../pages/error.page.js';
import { layout, type Page } from '../pages/layout.js';
import { CONSOLE_PATH, type SectionName, sectionOf, SECTIONS, sectionsFor } from '../pages/sections.js';

/** Sends a page with the navigation of the manager. */
export function answerWithPage({ identified, path }: AppRequest, response: Response, page: Page, status = 200): void {
  const sections = sectionsFor(identified?.permissions ?? []);
  const text = layout(page, sections, sectionOf(path), identified?.username ?? null);
  response.status(status).set('Content-Type', 'text/html; charset=utf-8').send(text);
}

/** Sends the `Page` that a handler returns. */
@Injectable()
class PageSender implements NestInterceptor<Page, undefined> {
  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<undefined> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((page) => {
        answerWithPage(http.getRequest(), http.getResponse(), page);
        return undefined;
      }),
    );
  }
}

/** Renders errors as pages. `/console` leads managers without reports to the first section that they may open. */
@Catch()
@Injectable()
class ConsoleFilter extends ErrorFilter {
  protected override send({ status, options }: AppError, request: AppRequest, response: Response): void {
    const [first] = sectionsFor(request.identified?.permissions ?? []);
    const isStart = request.path.toLowerCase().replace(/\/$/, '') === CONSOLE_PATH;
    if (status === 403 && isStart && first) response.redirect(303, first.path);
    else
      answerWithPage(request, response, errorPage(status, options.data?.['reason'], sectionOf(request.path)), status);
  }
}

/** Declares a controller whose handlers return pages, and whose errors are pages. */
export const ConsoleController = (path: string): ClassDecorator =>
  applyDecorators(ApiExcludeController(), UseFilters(ConsoleFilter), Controller(path));

/** Declares a page of a section, for managers who may open the section. */
export const ConsoleView = (section: SectionName, path = ''): MethodDecorator =>
  applyDecorators(
    Get(path),
    UseInterceptors(PageSender),
    RequirePermission({ anyOf: SECTIONS[section].permissions }, { summary: `Show ${section}` }),
  );
