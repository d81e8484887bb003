import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type TitledFilter, titledPage } from '../../platform/database/titled-records.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import type { FunnelStatus } from './funnel-status.js';
import { Funnel } from './funnel.entity.js';

export const FUNNEL_SORT_FIELDS = ['id', 'title', 'trigger_name', 'status', 'created_at', 'updated_at'] as const;
export type FunnelSortField = (typeof FUNNEL_SORT_FIELDS)[number];

export type FunnelFilter = TitledFilter<FunnelStatus>;

/** Lists of funnels. */
@Injectable()
export class FunnelsQueries {
  constructor(private readonly db: Database) {}

  async list(filter: FunnelFilter, sorting: Sorting<FunnelSortField>, request: PageRequest): Promise<Page<Funnel>> {
    return titledPage(this.db, Funnel, filter, sorting, request);
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
}
