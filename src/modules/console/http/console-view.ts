import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import type { Page } from '../pages/layout.js';
import { answerWithPage } from './answer-with-page.js';
import { ConsoleFilter } from './console.filter.js';
import { type SectionName, SECTIONS } from './sections.js';

/** Sends the `Page` that a handler returns. */
@Injectable()
class PageSender implements NestInterceptor<Page, undefined> {
  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<undefined> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((page) => {
        answerWithPage(http.getRequest<Request>(), http.getResponse<Response>(), page);
        return undefined;
      }),
    );
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
