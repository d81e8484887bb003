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
import type { Response, NextFunction, Request, RequestHandler } from 'express';
import { finalize, map, type Observable } from 'rxjs';
import { AnyManager, RequirePermission } from '../../../platform/access/operation.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ErrorFilter } from '../../../platform/http/error.filter.js';
import { readBody } from '../../../platform/http/read-body.js';
import { ReadsReplica } from '../../../platform/http/replica-reads.interceptor.js';
import { type AppRequest, isRead } from '../../../platform/http/request.js';
import {
  errorPage,
  type Page,
  pageEnd,
  pageStart,
  CONSOLE_PATH,
  sectionOf,
  SECTIONS,
  sectionsFor,
} from '../pages/layout.js';
import { Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../platform/http/page.js';

/** Sends a page with the navigation of the manager, or only its end if the start is sent. */
export function answerWithPage(request: AppRequest, response: Response, page: Page, status = 200): void {
  if (response.headersSent) response.end(pageEnd(page));
  else {
    response.status(status).set('Content-Type', 'text/html; charset=utf-8');
    response.send(startOf(page.title, request) + pageEnd(page));
  }
}

function startOf(title: string, { identified, path }: AppRequest): string {
  return pageStart(title, sectionsFor(identified?.permissions ?? []), sectionOf(path), identified ?? null);
}

/** A browser shows the navigation of a page that is not ready after this time. Other clients get the status of the whole page. */
const PATIENCE_MS = 150;
const isNavigation = ({ headers }: AppRequest): boolean => headers['sec-fetch-dest'] === 'document';

/** Sends the `Page` that a handler returns. */
@Injectable()
class PageSender implements NestInterceptor<Page, undefined> {
  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<undefined> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const begin = (): void => {
      if (response.headersSent) return;
      response.set('Content-Type', 'text/html; charset=utf-8');
      response.write(startOf(sectionOf(request.path)?.title ?? 'Console', request));
    };
    const timer = isNavigation(request) ? setTimeout(begin, PATIENCE_MS) : undefined;
    return next.handle().pipe(
      finalize(() => {
        clearTimeout(timer);
      }),
      map((page) => {
        answerWithPage(request, response, page);
        return undefined;
      }),
    );
  }
}

/** Renders errors as pages. `/console` leads managers without reports to the first section that they may open. */
@Catch()
@Injectable()
class ConsoleFilter extends ErrorFilter {
  /** The error is the content of a page whose start is sent, so its status stays 200. */
  protected override isTooLate({ writableEnded }: Response): boolean {
    return writableEnded;
  }

  protected override send({ status, options }: AppError, request: AppRequest, response: Response): void {
    const [first] = sectionsFor(request.identified?.permissions ?? []);
    const isStart = request.path.toLowerCase().replace(/\/$/, '') === CONSOLE_PATH;
    if (status === 403 && isStart && first) response.redirect(303, first.path);
    else if (status === 303) response.status(status).end();
    else answerWithPage(request, response, errorPage(status, options.data, sectionOf(request.path)), status);
  }
}

/** The error for a page that does not exist. */
export const noSuchPage = (): AppError => new AppError('rest_no_route', 'This page does not exist.');

/** Declares a controller whose handlers return pages, and whose errors are pages. By its path, the guard accepts sessions. */
export const ConsoleController = (path: string): ClassDecorator =>
  applyDecorators(ApiExcludeController(), UseFilters(ConsoleFilter), Controller(path));

/** Declares a page of a section, for managers who may open the section. */
export const ConsoleView = (section: keyof typeof SECTIONS, path = ''): MethodDecorator =>
  applyDecorators(
    PageAt(path),
    RequirePermission({ anyOf: SECTIONS[section].permissions }, { summary: `Show ${section}` }),
  );

/** Declares a page of what the API answers, which refuses what the manager may not read. */
export const ResourceView = (path: string): MethodDecorator =>
  applyDecorators(PageAt(path), AnyManager({ summary: 'Show what the API answers' }));

const PageAt = (path: string): MethodDecorator =>
  applyDecorators(Get(path), ReadsReplica(), UseInterceptors(PageSender));

const PER_PAGE = 25;

/** The query of all pages: the page of the table, and what the form asks. */
export class ConsoleQuery {
  @WholeNumber({ min: 1, max: 1_000_000 }) page?: number;
  @Text() search?: string;
  /** The content of a campaign that is shown. */
  @Text({ max: 20 }) variant?: string;
  @Text({ max: 35 }) language?: string;
  @Text({ max: 20 }) clicks?: string;
  /** The address for which a campaign is explained. */
  @Text() why?: string;
  /** The value that a part of the page asks for. */
  @Text() asked?: string;
  /** The cursor at which a list continues. */
  @Text({ max: 500 }) after?: string;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: PER_PAGE };
  }
}

const FORM_LIMIT = 4_096;

/** Returns the fields of a submitted form. */
export async function readForm(request: AppRequest): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams((await readBody(request, FORM_LIMIT)).toString()));
}

const HEADERS = new Map([
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);
const FORM = new RegExp(`^${CONSOLE_PATH}/(?:actions/|logout$)`, 'i');
const IN_CONSOLE = new RegExp(`^${CONSOLE_PATH}(?:/|$)`, 'i');

/** Sets the headers of every answer of the console, errors included, and refuses methods other than GET and HEAD except for forms. */
export function onlyReadConsole(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!IN_CONSOLE.test(request.path)) {
      next();
      return;
    }
    response.setHeaders(HEADERS);
    // The guard reads credentials in the query only if this header is missing.
    request.headers.authorization ??= '';
    const isForm = FORM.test(request.path);
    if (isRead(request) || (isForm && request.method === 'POST')) next();
    else {
      response.setHeader('Allow', isForm ? 'GET, HEAD, POST' : 'GET, HEAD');
      answerWithPage(request as AppRequest, response, errorPage(405), 405);
    }
  };
}
