import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { likeContains } from '../../platform/sql/like.js';
import type { FunnelStatus } from './funnel-status.js';
import { Funnel } from './funnel.entity.js';

export const FUNNEL_SORT_FIELDS = ['id', 'title', 'trigger_name', 'status', 'created_at', 'updated_at'] as const;
export type FunnelSortField = (typeof FUNNEL_SORT_FIELDS)[number];

export interface FunnelFilter {
  readonly search: string | null;
  readonly statuses: readonly FunnelStatus[];
}

/** Lists of funnels. */
@Injectable()
export class FunnelsQueries {
  constructor(private readonly db: Database) {}

  async list(filter: FunnelFilter, sorting: Sorting<FunnelSortField>, request: PageRequest): Promise<Page<Funnel>> {
    const conditions = ['deleted_at IS NULL'];
    const params: Record<string, string | readonly string[]> = {};
    if (filter.search !== null && filter.search !== '') {
      conditions.push('title LIKE :search');
      params['search'] = likeContains(filter.search);
    }
    if (filter.statuses.length > 0) {
      conditions.push('status IN (:statuses)');
      params['statuses'] = filter.statuses;
    }
    const where = conditions.join(' AND ');
    const rows = await this.db.query<{ id: number }>(
      // Field and direction come from closed lists; the id makes the order total.
      `SELECT id FROM funnels WHERE ${where}
        ORDER BY ${sorting.field} ${sorting.direction}, id ${sorting.direction} LIMIT :perPage OFFSET :offset`,
      { ...params, perPage: request.perPage, offset: offsetOf(request) },
    );
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM funnels WHERE ${where}`,
      params,
    );
    return { items: await this.inOrder(rows.map(({ id }) => id)), total: count?.total ?? 0, request };
  }

  /** How many ways have ever begun, by funnel: who came in twice counts twice. */
  async subscribersCounts(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; entered: number }>(
      'SELECT funnel_id AS id, entered FROM funnel_counts WHERE funnel_id IN (:ids)',
      { ids },
    );
    return new Map(rows.map(({ id, entered }) => [id, entered]));
  }

  private async inOrder(ids: readonly number[]): Promise<Funnel[]> {
    const found = await this.db.manager.createQueryBuilder(Funnel, 'funnel').whereInIds(ids).getMany();
    const byId = new Map(found.map((funnel) => [funnel.id, funnel]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
