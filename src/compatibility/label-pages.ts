import {
  numbered,
  offsetOf,
  pageOf,
  pageQuery,
  type PageQueryDto,
  type PageRequest,
  urlOf,
} from '../platform/http/page.js';
import type { AppRequest } from '../platform/http/request.js';
import { validationPipe } from '../platform/http/validation.js';
import type { Members } from './dialect-route.js';

/** Clients that read one page expect all tags in it. */
const PER_PAGE = 1_000;

class PagesQuery extends pageQuery(PER_PAGE) {}

const pipe = validationPipe();

/** Returns the requested page of all tags. */
export async function tagsAsPage({ tags, ...others }: Members, request: AppRequest): Promise<Members> {
  const rows = rowsIn(tags);
  const wanted = await requestedPage(request);
  const page = pageOf({ items: cut(rows, wanted), total: rows.length, request: wanted }, urlOf(request));
  return { ...others, tags: page };
}

/**
 * Returns the requested part of the array. The dialect also returns all lists, but clients request pages until one is
 * not full.
 */
export async function listsOfPage(answer: Members, request: AppRequest): Promise<Members> {
  if (!('page' in request.query && 'per_page' in request.query)) return answer;
  return { ...answer, lists: cut(rowsIn(answer['lists']), await requestedPage(request)) };
}

async function requestedPage({ query }: AppRequest): Promise<PageRequest> {
  const read = (await pipe.transform(query, { type: 'query', metatype: PagesQuery })) as PageQueryDto;
  return numbered(read.toPage());
}

function rowsIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function cut(rows: readonly unknown[], page: PageRequest): readonly unknown[] {
  return rows.slice(offsetOf(page), offsetOf(page) + page.perPage);
}
