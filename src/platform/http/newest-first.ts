import type { Reader } from '../database/reader.js';
import type { SqlValue } from '../sql/named-parameters.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from './page.js';

/** Parts of the statement; `r` is the alias of the table. */
export interface NewestFirstSql {
  readonly columns: string;
  /** `table r`. */
  readonly from: string;
  /** Joins that add columns but no rows. */
  readonly joins?: string;
  readonly where: readonly string[];
}

/** Reads one page of rows, newest first, by number or cursor; `id` ascends with time. */
export async function newestFirst<Row extends { readonly id: number }>(
  reader: Reader,
  { columns, from, joins = '', where }: NewestFirstSql,
  params: Readonly<Record<string, SqlValue>>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { cursor, perPage } = request;
  const clause = (conditions: readonly string[]): string =>
    conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await reader.query<Row>(
    `SELECT ${columns} FROM ${from} ${joins} ${clause(cursor ? [...where, 'r.id < :afterId'] : where)}
      ORDER BY r.id DESC LIMIT :limit OFFSET :offset`,
    {
      ...params,
      afterId: cursor ? idOfCursor(cursor) : null,
      // One extra row shows whether there is a next page.
      limit: perPage + 1,
      offset: cursor === undefined ? offsetOf(request) : 0,
    },
  );
  const [count] = await reader.query<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${from} ${clause(where)}`,
    params,
  );
  const items = rows.slice(0, perPage);
  const last = items.at(-1);
  const next = rows.length > perPage && last ? { value: null, id: last.id } : null;
  return { items, total: count?.total ?? 0, request, next };
}
