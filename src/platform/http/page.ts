import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { Allow } from 'class-validator';
import * as s from '../../shapes/shape.js';
import { invalidParam } from '../errors/app-error.js';
import { Text, WholeNumber, OneOf } from './dto-fields.js';
import type { AppRequest } from './request.js';

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  /** Undefined without a cursor; null at the start (`cursor=*`). */
  readonly cursor?: CursorPosition | null;
}

/** Position of a cursor: the sort value and id of the last row. */
export interface CursorPosition {
  readonly value: string | number | null;
  readonly id: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** Whether `total` is an estimate, as for searches with very many matches. */
  readonly totalIsEstimate?: boolean;
  readonly request: PageRequest;
  /** Start of the next cursor page; null at the end. */
  readonly next?: CursorPosition | null;
}

export const offsetOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;

/** LIMIT and OFFSET of a page. One row more than requested shows whether there is a next page. */
export function windowOf(request: PageRequest): { readonly limit: number; readonly offset: number } {
  return { limit: request.perPage + 1, offset: request.cursor === undefined ? offsetOf(request) : 0 };
}

/** Returns the page of rows that were read by `windowOf`. */
export function pageOfRows<Row extends { readonly id: number }>(
  rows: readonly Row[],
  total: number,
  request: PageRequest,
  positionOf = ({ id }: Row): CursorPosition => ({ value: null, id }),
): Page<Row> {
  const items = rows.slice(0, request.perPage);
  const last = items.at(-1);
  return { items, total, request, next: rows.length > items.length && last ? positionOf(last) : null };
}

export function encodeCursor({ value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** @throws AppError rest_invalid_param for anything that `encodeCursor` did not produce. */
export function decodeCursor(text: string): CursorPosition {
  try {
    const parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as [unknown, unknown];
      const usable = value === null || typeof value === 'string' || typeof value === 'number';
      if (usable && typeof id === 'number' && Number.isSafeInteger(id)) return { value, id };
    }
  } catch {
    // Reported below, like other invalid cursors.
  }
  throw invalidParam('cursor', 'is not a cursor of this list');
}

/** Reads the cursor of a list ordered by id. @throws AppError rest_invalid_param for that of another sort order. */
export function idOfCursor({ value, id }: CursorPosition): number {
  if (value !== null) throw invalidParam('cursor', 'is not a cursor of this list');
  return id;
}

const MAX_PER_PAGE = 1_000;
const MAX_PAGE = 1_000_000_000;

interface NumberedQueryDto {
  per_page?: number;
  page?: number;
  cursor?: unknown;
  toPage(): PageRequest;
}

export interface PageQueryDto extends NumberedQueryDto {
  cursor?: string;
}

/** Base query DTO of lists without cursors: ignoring a cursor would return the first page forever. */
export function numberedQuery(perPageDefault: number): Type<NumberedQueryDto> {
  class NumberedQuery implements NumberedQueryDto {
    @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: perPageDefault, description: 'Rows per page' })
    per_page?: number;

    @WholeNumber({ min: 1, max: MAX_PAGE, default: 1, description: 'Page number, from 1' })
    page?: number;

    @Allow() cursor?: unknown;

    toPage(): PageRequest {
      if (this.cursor !== undefined) throw invalidParam('cursor', 'is not known in this list');
      return { page: this.page ?? 1, perPage: this.per_page ?? perPageDefault };
    }
  }
  return NumberedQuery;
}

/** Base query DTO of all other lists, with their default page size. */
export function pageQuery(perPageDefault: number): Type<PageQueryDto> {
  class PageQuery extends numberedQuery(perPageDefault) implements PageQueryDto {
    @Text({
      max: 500,
      description: '`*` starts at the beginning; pass `next_cursor` of the answer to get the next page',
      example: '*',
    })
    declare cursor?: string;

    override toPage(): PageRequest {
      const page = { page: this.page ?? 1, perPage: this.per_page ?? perPageDefault };
      if (this.cursor === undefined) return page;
      return { ...page, cursor: this.cursor === '*' ? null : decodeCursor(this.cursor) };
    }
  }
  return PageQuery;
}

/** The URL of the current request for page links; absolute, with the prefix that the caller used. */
export const PageUrl = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  urlOf(context.switchToHttp().getRequest<AppRequest>()),
);

/** Starts with PUBLIC_URL, because the Host header is untrusted. */
export const urlOf = ({ app, originalUrl }: AppRequest): string => String(app.locals['publicUrl']) + originalUrl;

/** Members of a page, without its items. */
export const PAGE_POSITION = {
  current_page: s.integer(1, 'Not meaningful with a cursor'),
  per_page: s.integer(10, 'Requested rows per page'),
  total: s.integer(1, 'Number of rows on all pages'),
  total_is_estimate: s.optional(s.flag('`true` if `total` is an estimate; absent otherwise')),
  last_page: s.integer(1, '1 for an empty list'),
  from: s.nullable(
    s.integer(1, 'Number of the first row of this page, from 1; null if the page is empty or a cursor is used'),
  ),
  to: s.nullable(s.integer(1, 'Number of the last row of this page; null if the page is empty or a cursor is used')),
  next_page_url: s.nullable(s.text(null, 'Null on the last page')),
  prev_page_url: s.nullable(s.text(null, 'Null on the first page and if a cursor is used')),
  next_cursor: s.optional(s.nullable(s.text('W251bGwsNDJd', 'Set with a cursor; null on the last page'))),
};

export type PageOf<Item> = s.ObjectOf<typeof PAGE_POSITION> & { readonly data: readonly Item[] };

export const page = <Item>(name: string, item: s.Schema<Item, unknown>): s.Schema<PageOf<Item>> =>
  s.component(name, { ...PAGE_POSITION, data: s.list(item) }) as s.Schema<PageOf<Item>>;

/** @param write makes an item of the answer; by default, items are already in their shape. */
export function pageOf<Item, Written = Item>(
  { items, ...page }: Page<Item>,
  url: string,
  write?: (item: Item) => Written,
): PageOf<Written> {
  const { perPage, page: number, cursor } = page.request;
  const walking = cursor !== undefined;
  const first = offsetOf(page.request) + 1;
  const lastPage = Math.max(1, Math.ceil(page.total / perPage));
  const next = walking && page.next ? encodeCursor(page.next) : null;
  const isEmpty = walking || items.length === 0;
  const links = walking
    ? { next_page_url: next === null ? null : withQuery(url, 'cursor', next), prev_page_url: null, next_cursor: next }
    : {
        next_page_url: number < lastPage ? withQuery(url, 'page', number + 1) : null,
        prev_page_url: number > 1 ? withQuery(url, 'page', Math.min(number - 1, lastPage)) : null,
      };
  return {
    current_page: number,
    per_page: perPage,
    total: page.total,
    ...(page.totalIsEstimate === true && { total_is_estimate: true }),
    last_page: lastPage,
    from: isEmpty ? null : first,
    to: isEmpty ? null : first + items.length - 1,
    ...links,
    data: write ? items.map((item) => write(item)) : (items as readonly unknown[] as readonly Written[]),
  };
}

function withQuery(url: string, name: string, value: string | number): string {
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.set(name, String(value));
  // Credentials must not be copied along with links.
  query.delete('_wp_http_referer');
  return `${path}?${query.toString()}`;
}

const DIRECTIONS = ['ASC', 'DESC'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Sorting<Field extends string> {
  readonly field: Field;
  readonly direction: Direction;
}

/** Adds the sort parameters of a list, by all names that the specification has. By default, the highest id comes first. */
export function sortable<Field extends string, Query extends object>(
  BaseQuery: new () => Query,
  fields: readonly Field[],
  byDefault: Sorting<Field | 'id'> = { field: 'id', direction: 'DESC' },
): new () => Query & { toSorting(): Sorting<Field> } {
  class SortableQuery extends (BaseQuery as new () => object) {
    @OneOf(fields, { description: `Sort field; \`${byDefault.field}\` by default` })
    sort_by?: Field;
    @OneOf(fields, { description: 'Alias of `sort_by`' }) order_by?: Field;
    @OneOf(DIRECTIONS, {
      ignoreCase: true,
      description: `Sort direction, case-insensitive; \`${byDefault.direction}\` by default`,
    })
    sort_order?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'Alias of `sort_order`' }) sort_type?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'Alias of `sort_order`' }) order_type?: Direction;

    toSorting(): Sorting<Field> {
      return {
        field: this.sort_by ?? this.order_by ?? (byDefault.field as Field),
        direction: this.sort_order ?? this.sort_type ?? this.order_type ?? byDefault.direction,
      };
    }
  }
  return SortableQuery as unknown as new () => Query & { toSorting(): Sorting<Field> };
}
