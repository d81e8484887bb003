import type { Database } from '../../../platform/database/database.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';

/**
 * Returns a page of rows ordered by id, newest first.
 * @param from the table with the alias `t`, and the conditions.
 */
export async function newestFirst<Row extends { readonly id: number }>(
  db: Database,
  { columns, from, params = {} }: { readonly columns: string; readonly from: string; readonly params?: SqlParams },
  request: PageRequest,
): Promise<Page<Row>> {
  const { cursor, perPage } = request;
  const place =
    cursor === undefined
      ? 'ORDER BY t.id DESC LIMIT :perPage OFFSET :offset'
      : 'AND t.id < :before ORDER BY t.id DESC LIMIT :oneMore';
  const rows = await db.query<Row>(`SELECT ${columns} FROM ${from} ${place}`, {
    ...params,
    perPage,
    offset: offsetOf(request),
    before: cursor ? idOfCursor(cursor) : Number.MAX_SAFE_INTEGER,
    oneMore: perPage + 1,
  });
  const [count] = await db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${from}`, params);
  const items = rows.slice(0, perPage);
  const last = rows.length > perPage ? items.at(-1) : undefined;
  return { items, total: count?.total ?? 0, request, next: last === undefined ? null : { value: null, id: last.id } };
}
