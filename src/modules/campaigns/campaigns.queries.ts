import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { likeContains } from '../../platform/sql/like.js';
import { Campaign } from './campaign.entity.js';
import type { CampaignStatus } from './campaign-status.js';
import type { CampaignStats } from './insights/campaign-stats.queries.js';

export const CAMPAIGN_SORT_FIELDS = ['id', 'title', 'status', 'created_at', 'updated_at', 'scheduled_at'] as const;
export type CampaignSortField = (typeof CAMPAIGN_SORT_FIELDS)[number];

export interface CampaignFilter {
  readonly search: string | null;
  readonly statuses: readonly CampaignStatus[];
}

/** Lists of campaigns, and their figures from the daily rollup. */
@Injectable()
export class CampaignsQueries {
  constructor(private readonly db: Database) {}

  async list(
    filter: CampaignFilter,
    sorting: Sorting<CampaignSortField>,
    request: PageRequest,
  ): Promise<Page<Campaign>> {
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
      `SELECT id FROM campaigns WHERE ${where}
        ORDER BY ${sorting.field} ${sorting.direction}, id ${sorting.direction} LIMIT :perPage OFFSET :offset`,
      { ...params, perPage: request.perPage, offset: offsetOf(request) },
    );
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM campaigns WHERE ${where}`,
      params,
    );
    return { items: await this.inOrder(rows.map((row) => row.id)), total: count?.total ?? 0, request };
  }

  async stats(ids: readonly number[]): Promise<Map<number, CampaignStats>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<CampaignStats & { readonly id: number }>(
      `SELECT c.id, c.recipients_count AS total,
              COALESCE(SUM(s.sent), 0) AS sent, COALESCE(SUM(s.opened), 0) AS views, COALESCE(SUM(s.clicked), 0) AS clicks,
              COALESCE(SUM(s.unsubscribed), 0) AS unsubscribers, COALESCE(SUM(s.bounced), 0) AS bounced,
              COALESCE(SUM(s.complained), 0) AS complained, COALESCE(SUM(s.failed), 0) AS failed, 0 AS revenue
         FROM campaigns c LEFT JOIN campaign_daily_stats s ON s.campaign_id = c.id
        WHERE c.id IN (:ids) GROUP BY c.id, c.recipients_count`,
      { ids },
    );
    return new Map(rows.map(({ id, ...stats }) => [id, stats]));
  }

  private async inOrder(ids: readonly number[]): Promise<Campaign[]> {
    const found = await this.db.manager.createQueryBuilder(Campaign, 'campaign').whereInIds(ids).getMany();
    const byId = new Map(found.map((campaign) => [campaign.id, campaign]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
