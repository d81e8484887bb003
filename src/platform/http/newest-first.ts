import type { Reader } from '../database/reader.js';
import { Keyset, type ListSql } from './keyset.js';
import type { Page, PageRequest } from './page.js';

const BY_ID = new Keyset({ id: 'id' });

/** Reads one page of rows of a table `r`, newest first, by number or cursor; `id` ascends with time. */
export async function newestFirst<Row extends { readonly id: number }>(
  reader: Reader,
  sql: Omit<ListSql, 'row'>,
  request: PageRequest,
): Promise<Page<Row>> {
  return BY_ID.page(reader, { ...sql, row: 'r' }, { field: 'id', direction: 'DESC' }, request);
}
