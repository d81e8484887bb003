import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { existing } from '../../../platform/database/records.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import type { CampaignStatus } from '../../../events/campaign-state.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { filledIn, withCounters } from '../figures/sums.js';
import {
  campaignDayShape,
  campaignRevenueShape,
  campaignStatsShape,
  domainOutcomeShape,
} from './dto/campaign-reports.shapes.js';

export interface CampaignRow {
  readonly id: number;
  readonly title: string;
  readonly status: CampaignStatus;
  /** Time when the last email was sent; null before that. */
  readonly finishedAt: Date | null;
}

export type TestMetric = Parameters<TestResultsService['result']>[1];

/** Sums, with the first and the last day that has some; null if none has. */
export interface DatedSums extends Sums {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export type SumsOfDay = Sums & { readonly day: string };
export type SumsOfDomain = Sums & { readonly domain: string | null };

export interface Figures {
  readonly emails: DatedSums;
  readonly revenue: DatedSums;
}
type OfCampaign<Row> = Row & { readonly campaignId: number };
type FiguresOfCampaign = OfCampaign<Figures>;

const NO_SUMS: DatedSums = { firstDay: null, lastDay: null };
export const NOTHING: Figures = { emails: NO_SUMS, revenue: NO_SUMS };

const EMAILS = countersOf(
  'campaign_daily_stats',
  campaignStatsShape,
  campaignRevenueShape,
  campaignDayShape,
  domainOutcomeShape,
);
const MONEY = countersOf('campaign_revenue_stats', campaignRevenueShape, campaignDayShape);
export const DOMAIN_COUNTERS = countersOf('campaign_domain_stats', domainOutcomeShape);

type PerRollup<Value> = Readonly<Record<'emails' | 'revenue', Value>>;
/** Without a currency there are no orders, so revenue is not read. */
const perRollup = (name: string): PerRollup<string> => {
  const sql = namedSql(__dirname, name);
  return {
    emails: withCounters(filledIn(sql, { rollup: 'campaign_daily_stats WHERE' }), EMAILS),
    revenue: withCounters(filledIn(sql, { rollup: 'campaign_revenue_stats WHERE currency = :currency AND' }), MONEY),
  };
};
const OF_CAMPAIGNS = perRollup('of-campaigns');
const OF_ALL = perRollup('of-all');
const BY_DAY = perRollup('by-day');
const DOMAINS = withCounters(namedSql(__dirname, 'domains'), DOMAIN_COUNTERS);

const COLUMNS = 'r.id, r.title, r.status, r.finished_at AS finishedAt';
const HAS_EMAILS =
  'EXISTS (SELECT 1 FROM campaign_daily_stats s WHERE s.campaign_id = r.id AND s.day BETWEEN :from AND :to)';
const HAS_REVENUE = `EXISTS (SELECT 1 FROM campaign_revenue_stats s
                              WHERE s.campaign_id = r.id AND s.currency = :currency AND s.day BETWEEN :from AND :to)`;

/** A null period means all time; a null currency means that there are no orders. */
@Injectable()
export class CampaignReportsQueries {
  constructor(private readonly db: Database) {}

  /** Callers do not cache it, so that new titles, states, and deletions appear immediately. */
  async campaign(campaignId: number): Promise<CampaignRow> {
    const [row] = await this.db.query<CampaignRow>(
      `SELECT ${COLUMNS} FROM campaigns r WHERE r.id = :campaignId AND r.deleted_at IS NULL`,
      { campaignId },
    );
    return existing(row, 'campaign');
  }

  async testMetric(campaignId: number): Promise<TestMetric> {
    const [row] = await this.db.query<{ metric: TestMetric | null }>(
      `SELECT JSON_VALUE(settings, '$.ab_test.metric') AS metric FROM campaigns WHERE id = :campaignId`,
      { campaignId },
    );
    return row?.metric ?? 'opens';
  }

  /** Excludes deleted campaigns; newest first. With a period, only campaigns with figures in it. */
  async page(request: PageRequest, period: Period | null, currency: string | null): Promise<Page<CampaignRow>> {
    const hasFigures = currency === null ? HAS_EMAILS : `(${HAS_EMAILS} OR ${HAS_REVENUE})`;
    const where = ['r.deleted_at IS NULL', ...(period === null ? [] : [hasFigures])];
    const params = { ...period, currency };
    return newestFirst(this.db, { columns: COLUMNS, from: 'campaigns', where, params }, request);
  }

  /** Campaigns without figures are absent. */
  async figures(ids: readonly number[], period: Period | null, currency: string | null): Promise<FiguresOfCampaign[]> {
    if (ids.length === 0) return [];
    const rows = await this.sums<OfCampaign<DatedSums>>(OF_CAMPAIGNS, { ids }, period, currency);
    const emails = new Map(rows.emails.map((row) => [row.campaignId, row]));
    const revenues = new Map(rows.revenue.map((row) => [row.campaignId, row]));
    return ids
      .filter((id) => emails.has(id) || revenues.has(id))
      .map((campaignId) => ({
        campaignId,
        emails: emails.get(campaignId) ?? NO_SUMS,
        revenue: revenues.get(campaignId) ?? NO_SUMS,
      }));
  }

  /** Sums over all campaigns, including deleted ones. */
  async allFigures(period: Period | null, currency: string | null): Promise<Figures> {
    const rows = await this.sums<DatedSums>(OF_ALL, {}, period, currency);
    return { emails: rows.emails[0] ?? NO_SUMS, revenue: rows.revenue[0] ?? NO_SUMS };
  }

  /** Returns only days with figures, in no order. */
  async byDay(campaignId: number, period: Period | null, currency: string | null): Promise<SumsOfDay[]> {
    const { emails, revenue } = await this.sums<SumsOfDay>(BY_DAY, { campaignId }, period, currency);
    const days = new Map(emails.map((row) => [row.day, row]));
    for (const row of revenue) days.set(row.day, { ...days.get(row.day), ...row });
    return [...days.values()];
  }

  async domains(campaignId: number, period: Period | null, most: number): Promise<SumsOfDomain[]> {
    return this.db.query<SumsOfDomain>(DOMAINS, { campaignId, most, ...(period ?? ALL_TIME) });
  }

  private async sums<Row>(
    sql: PerRollup<string>,
    of: SqlParams,
    period: Period | null,
    currency: string | null,
  ): Promise<PerRollup<Row[]>> {
    const params = { ...of, ...(period ?? ALL_TIME), currency };
    return {
      emails: await this.db.query<Row>(sql.emails, params),
      revenue: currency === null ? [] : await this.db.query<Row>(sql.revenue, params),
    };
  }
}
