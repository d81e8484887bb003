import { applyDecorators, Controller, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { JsonSchema } from '../../../shapes/shape.js';
import { PublicPageFilter } from './public-page.filter.js';

const PAGE = '<!doctype html><html lang="en"><head><title>…</title></head><body><main>…</main></body></html>';
const HTML = { 'text/html': { schema: { type: 'string' }, example: PAGE } } as const;
const HTML_OR_ERROR = {
  ...HTML,
  'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } },
} as const;
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
};

/** A controller of pages for recipients, whose errors are pages, too. */
export const PublicPages = (path: string): ClassDecorator =>
  applyDecorators(ApiTags('Public links'), Controller(path), UseFilters(PublicPageFilter));

/**
 * Documents pages in the language of the browser, also for errors. @param pages description by status.
 * @param json the schema of success for programs, which get the errors of the API.
 */
export function AnswersPages(pages: Readonly<Record<number, string>>, json?: JsonSchema): MethodDecorator {
  const failure = json ? HTML_OR_ERROR : HTML;
  const contentOf = (status: string) =>
    Number(status) >= 400 ? failure : json ? { ...HTML, 'application/json': { schema: json } } : HTML;
  return applyDecorators(
    ApiResponse({
      status: 400,
      description: pages[400] ?? 'The request is malformed. The error is JSON if the URL is malformed, else a page.',
      content: HTML_OR_ERROR,
    }),
    ApiResponse({ status: 500, description: 'A page with an error message', content: failure }),
    ApiResponse({
      status: 503,
      description: 'A page that asks to try again later: the database is unavailable',
      content: failure,
      headers: RETRY_AFTER,
    }),
    ...Object.entries(pages)
      .filter(([status]) => status !== '400')
      .map(([status, description]) => ApiResponse({ status: Number(status), description, content: contentOf(status) })),
  );
}

interface FormField {
  readonly description: string;
  readonly values?: readonly string[];
  readonly example?: string;
}

/** Documents a posted HTML form. No field is required: incomplete forms are accepted. @param orJson for programs. */
export function AcceptsForm(fields: Readonly<Record<string, FormField>>, orJson = false): MethodDecorator {
  const content = orJson ? HTML_OR_ERROR : HTML;
  const properties = Object.entries(fields).map(([name, { description, values, example }]) => {
    const choice = values === undefined ? {} : { enum: [...values] };
    return [name, { type: 'string', description, ...choice, ...(example === undefined ? {} : { example }) }] as const;
  });
  return applyDecorators(
    ApiConsumes('application/x-www-form-urlencoded', ...(orJson ? ['application/json'] : [])),
    ApiBody({ required: false, schema: { type: 'object', properties: Object.fromEntries(properties) } }),
    ApiResponse({ status: 413, description: 'A page: the form is too large', content }),
    ApiResponse({ status: 415, description: 'A page: unknown encoding of the form', content }),
  );
}

/** Documents the token in the path: opaque, signed, and valid for one purpose and one email. */
export const LinkToken = (): MethodDecorator & ClassDecorator =>
  ApiParam({
    name: 'token',
    description: 'Signed token from the link in an email',
    schema: { type: 'string', example: 'uV3kq9ZcT1mX7bQ0dLr5sWnYf2hJ8gPaEoKiCxRv' },
  });
