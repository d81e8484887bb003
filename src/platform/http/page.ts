import { ApiProperty } from '@nestjs/swagger';
import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { Allow } from 'class-validator';
import { invalidParam } from '../errors/app-error.js';
import { Text, WholeNumber } from './dto-fields.js';
import type { AppRequest } from './request.js';

/** What a caller asked for: a numbered page, or a walk by cursor. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  /** Undefined without a walk; null at its start (`cursor=*`). */
  readonly cursor?: CursorPosition | null;
}

/** Where a walk stands: the sort value and the id of the last row seen. */
export interface CursorPosition {
  readonly value: string | number | null;
  readonly id: number;
}

/** What a query found. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** Whether `total` is only about right, as after a search that very many match. */
  readonly totalIsEstimate?: boolean;
  readonly request: PageRequest;
  /** Where the next page of a walk starts; null at its end. */
  readonly next?: CursorPosition | null;
}

export function offsetOf({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage;
}

/** An opaque cursor for the wire. */
export function encodeCursor({ value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** @throws AppError rest_invalid_param for anything that we did not hand out. */
export function decodeCursor(text: string): CursorPosition {
  try {
    const parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as [unknown, unknown];
      const usable = value === null || typeof value === 'string' || typeof value === 'number';
      if (usable && typeof id === 'number' && Number.isSafeInteger(id)) return { value, id };
    }
  } catch {
    // Reported below, like every other text that is no cursor.
  }
  throw invalidParam('cursor', 'is not a cursor of this list');
}

/**
 * Where a walk in the order of ids stands.
 * @throws AppError rest_invalid_param for the cursor of a list that is sorted by something else, which has a value beside it.
 */
export function idOfCursor({ value, id }: CursorPosition): number {
  if (value !== null) throw invalidParam('cursor', 'is not a cursor of this list');
  return id;
}

const MAX_PER_PAGE = 1_000;
const MAX_PAGE = 1_000_000_000;

export interface PageQueryDto {
  per_page?: number;
  page?: number;
  cursor?: string;
  toPage(): PageRequest;
}

export interface NumberedQueryDto {
  per_page?: number;
  page?: number;
  cursor?: unknown;
  toPage(): PageRequest;
}

/**
 * The base of the query DTO of a list that knows no walk, with that list's default page size. A cursor is refused, not
 * overlooked: the first page would look like everything there is.
 */
export function numberedQuery(perPageDefault: number): Type<NumberedQueryDto> {
  class NumberedQuery implements NumberedQueryDto {
    @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: perPageDefault, description: 'Rows per page' })
    per_page?: number;

    @WholeNumber({ min: 1, max: MAX_PAGE, default: 1, description: 'Which page' })
    page?: number;

    @Allow() cursor?: unknown;

    toPage(): PageRequest {
      if (this.cursor !== undefined) throw invalidParam('cursor', 'is not known in this list');
      return { page: this.page ?? 1, perPage: this.per_page ?? perPageDefault };
    }
  }
  return NumberedQuery;
}

/** The base of every other list's query DTO, with that list's default page size. */
export function pageQuery(perPageDefault: number): Type<PageQueryDto> {
  class PageQuery extends numberedQuery(perPageDefault) implements PageQueryDto {
    @Text({ max: 500, description: '`*` starts a walk through everything; pass `next_cursor` to go on', example: '*' })
    declare cursor?: string;

    override toPage(): PageRequest {
      const page = { page: this.page ?? 1, perPage: this.per_page ?? perPageDefault };
      if (this.cursor === undefined) return page;
      return { ...page, cursor: this.cursor === '*' ? null : decodeCursor(this.cursor) };
    }
  }
  return PageQuery;
}

/**
 * For lists that know no walk: the first page would look like everything there is.
 * @throws AppError rest_invalid_param
 */
export function numbered(request: PageRequest): PageRequest {
  if (request.cursor !== undefined) throw invalidParam('cursor', 'is not known in this list');
  return request;
}

/** The URL of the present request, for the links of a page; absolute and with the prefix that the caller used. */
export const RequestUrl = createParamDecorator((_data: unknown, context: ExecutionContext): URL => {
  return urlOf(context.switchToHttp().getRequest<AppRequest>());
});

/** Begins with PUBLIC_URL, because anything may stand in a Host header. */
export function urlOf(request: AppRequest): URL {
  return new URL(String(request.app.locals['publicUrl']) + request.originalUrl);
}

/** A page as it goes over the wire. */
export class PageResponse<Item> {
  @ApiProperty({ type: 'integer', description: 'Says nothing on a walk by cursor', example: 1 })
  readonly current_page: number;
  @ApiProperty({ type: 'integer', description: 'Rows per page, as asked for', example: 10 }) readonly per_page: number;
  @ApiProperty({ type: 'integer', description: 'Rows on all pages', example: 1 }) readonly total: number;
  @ApiProperty({ required: false, description: 'Only, and true, where `total` is only about right' })
  readonly total_is_estimate?: boolean;
  @ApiProperty({ type: 'integer', description: '1 also when there is nothing', example: 1 }) readonly last_page: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of the first row of this page, from 1; null when it is empty and on a walk by cursor',
    example: 1,
  })
  readonly from: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Number of the last row of this page', example: 1 })
  readonly to: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page', example: null })
  readonly next_page_url: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null on the first page and on a walk by cursor',
    example: null,
  })
  readonly prev_page_url: string | null;
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'Only on a walk by cursor; null at its end',
    example: 'W251bGwsNDJd',
  })
  readonly next_cursor?: string | null;
  readonly data: readonly Item[];

  constructor(page: Page<unknown>, items: readonly Item[], url: URL) {
    const { perPage, page: number, cursor } = page.request;
    const walking = cursor !== undefined;
    this.current_page = number;
    this.per_page = perPage;
    this.total = page.total;
    if (page.totalIsEstimate) this.total_is_estimate = true;
    this.last_page = Math.max(1, Math.ceil(page.total / perPage));
    const first = offsetOf(page.request) + 1;
    this.from = walking || items.length === 0 ? null : first;
    this.to = walking || items.length === 0 ? null : first + items.length - 1;
    if (walking) {
      const next = page.next ? encodeCursor(page.next) : null;
      this.next_page_url = next === null ? null : withQuery(url, { cursor: next });
      this.prev_page_url = null;
      this.next_cursor = next;
    } else {
      this.next_page_url = number < this.last_page ? withQuery(url, { page: number + 1 }) : null;
      this.prev_page_url = number > 1 ? withQuery(url, { page: Math.min(number - 1, this.last_page) }) : null;
    }
    this.data = items;
  }
}

function withQuery(url: URL, changes: Readonly<Record<string, string | number>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(changes)) changed.searchParams.set(name, String(value));
  // It is a credential, and a link is copied into places where credentials do not belong.
  changed.searchParams.delete('_wp_http_referer');
  return changed.href;
}
