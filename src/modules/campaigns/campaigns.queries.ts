import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type TitledFilter, titledPage } from '../../platform/database/titled-records.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { Campaign } from './campaign.entity.js';
import type { CampaignStatus } from './campaign-status.js';
import { CampaignRevenueQueries } from './insights/campaign-revenue.queries.js';
import type { CampaignStats } from './insights/campaign-stats.queries.js';

export const CAMPAIGN_SORT_FIELDS = ['id', 'title', 'status', 'created_at', 'updated_at', 'scheduled_at'] as const;
export type CampaignSortField = (typeof CAMPAIGN_SORT_FIELDS)[number];

export type CampaignFilter = TitledFilter<CampaignStatus>;

/** Lists of campaigns, and their figures from the daily rollup. */
@Injectable()
export class CampaignsQueries {
  constructor(
    private readonly db: Database,
    private readonly revenue: CampaignRevenueQueries,
  ) {}

  async list(
    filter: CampaignFilter,
    sorting: Sorting<CampaignSortField>,
    request: PageRequest,
  ): Promise<Page<Campaign>> {
    return titledPage(this.db, Campaign, filter, sorting, request);
  }

  async stats(ids: readonly number[]): Promise<Map<number, CampaignStats>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Omit<CampaignStats, 'revenue' | 'currency'> & { readonly id: number }>(
      `SELECT c.id, c.recipients_count AS total,
              COALESCE(SUM(s.sent), 0) AS sent, COALESCE(SUM(s.opened), 0) AS views, COALESCE(SUM(s.clicked), 0) AS clicks,
              COALESCE(SUM(s.unsubscribed), 0) AS unsubscribers, COALESCE(SUM(s.bounced), 0) AS bounced,
              COALESCE(SUM(s.complained), 0) AS complained, COALESCE(SUM(s.failed), 0) AS failed
         FROM campaigns c LEFT JOIN campaign_daily_stats s ON s.campaign_id = c.id
        WHERE c.id IN (:ids) GROUP BY c.id, c.recipients_count`,
      { ids },
    );
    const earnings = await this.revenue.earnings(ids);
    return new Map(
      rows.map(({ id, ...stats }) => {
        const { revenue, currency } = earnings.get(id) ?? { revenue: 0, currency: null };
        return [id, { ...stats, revenue, currency }];
      }),
    );
  }
}
