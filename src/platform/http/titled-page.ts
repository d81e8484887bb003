import { offsetOf, type Page, type PageRequest, type Sorting } from './page.js';
import type { SqlValue, SqlCondition } from '../sql/named-parameters.js';
import { likeContains } from '../sql/like.js';
import type { Database } from '../database/database.js';
import { numberOf } from '../database/records.js';
import { idsOf } from '../ids/ids.js';

export interface TitledFilter<Status extends string> {
  /** Filter by part of the title; null or blank for any. */
  readonly search: string | null;
  /** Any if empty. */
  readonly statuses: readonly Status[];
  /** On the record `r`. */
  readonly condition?: SqlCondition | undefined;
}

/** Records with title and status that are soft-deleted. */
interface TitledRecord {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly deletedAt: Date | null;
}

/** Returns a page of the records that are not deleted. */
export async function titledPage<Entity extends TitledRecord>(
  db: Database,
  entity: new () => Entity,
  filter: TitledFilter<Entity['status']>,
  { field, direction }: Sorting<string>,
  request: PageRequest,
): Promise<Page<Entity>> {
  const table = db.manager.dataSource.getMetadata(entity).tableName;
  const conditions = ['deleted_at IS NULL'];
  const params: Record<string, SqlValue> = { ...filter.condition?.params };
  if (filter.condition) conditions.push(filter.condition.sql);
  if (filter.search !== null && filter.search !== '') {
    conditions.push('title LIKE :search');
    params['search'] = likeContains(filter.search);
  }
  if (filter.statuses.length > 0) {
    conditions.push('status IN (:statuses)');
    params['statuses'] = filter.statuses;
  }
  const where = conditions.join(' AND ');
  const rows = await db.query<{ id: number }>(
    // Field and direction come from closed lists; the id makes the order unique.
    `SELECT id FROM ${table} r WHERE ${where}
      ORDER BY ${field} ${direction}, id ${direction} LIMIT :perPage OFFSET :offset`,
    { ...params, perPage: request.perPage, offset: offsetOf(request) },
  );
  const total = await numberOf(db, `SELECT COUNT(*) FROM ${table} r WHERE ${where}`, params);
  const ids = idsOf(rows);
  const found = await db.manager.createQueryBuilder(entity, 'record').whereInIds(ids).getMany();
  const byId = new Map(found.map((record) => [record.id, record]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total, request };
}
