import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { existing } from '../../../platform/database/records.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import type { CampaignStatus } from '../../../events/campaign-state.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { withCounters } from '../figures/sums.js';
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

export const NO_SUMS: DatedSums = { firstDay: null, lastDay: null };

const EMAILS = countersOf(
  'campaign_daily_stats',
  campaignStatsShape,
  campaignRevenueShape,
  campaignDayShape,
  domainOutcomeShape,
);
const MONEY = countersOf('campaign_revenue_stats', campaignRevenueShape, campaignDayShape);
export const DOMAIN_COUNTERS = countersOf('campaign_domain_stats', domainOutcomeShape);

const FIGURES = withCounters(namedSql(__dirname, 'figures'), EMAILS);
const ALL_FIGURES = withCounters(namedSql(__dirname, 'all-figures'), EMAILS);
const REVENUE = withCounters(namedSql(__dirname, 'revenue'), MONEY);
const ALL_REVENUE = withCounters(namedSql(__dirname, 'all-revenue'), MONEY);
const EMAILS_BY_DAY = withCounters(namedSql(__dirname, 'emails-by-day'), EMAILS);
const REVENUE_BY_DAY = withCounters(namedSql(__dirname, 'revenue-by-day'), MONEY);
const DOMAINS = withCounters(namedSql(__dirname, 'domains'), DOMAIN_COUNTERS);

const COLUMNS = 'r.id, r.title, r.status, r.finished_at AS finishedAt';
const HAS_EMAILS =
  'EXISTS (SELECT 1 FROM campaign_daily_stats s WHERE s.campaign_id = r.id AND s.day BETWEEN :from AND :to)';
const HAS_REVENUE = `EXISTS (SELECT 1 FROM campaign_revenue_stats s
                              WHERE s.campaign_id = r.id AND s.currency = :currency AND s.day BETWEEN :from AND :to)`;

type OfCampaign<Row> = Row & { readonly campaignId: number };

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

  /** Returns the metric that decides the A/B test, if there is one. */
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

  async figures(campaignIds: readonly number[], period: Period | null): Promise<OfCampaign<DatedSums>[]> {
    if (campaignIds.length === 0) return [];
    return this.db.query<OfCampaign<DatedSums>>(FIGURES, { campaignIds, ...(period ?? ALL_TIME) });
  }

  /** Sums over all campaigns, including deleted ones. */
  async allFigures(period: Period | null): Promise<DatedSums> {
    const [row] = await this.db.query<DatedSums>(ALL_FIGURES, { ...(period ?? ALL_TIME) });
    return row ?? NO_SUMS;
  }

  async revenue(
    campaignIds: readonly number[],
    period: Period | null,
    currency: string | null,
  ): Promise<OfCampaign<DatedSums>[]> {
    if (campaignIds.length === 0 || currency === null) return [];
    return this.db.query<OfCampaign<DatedSums>>(REVENUE, { campaignIds, currency, ...(period ?? ALL_TIME) });
  }

  /** Sums over all campaigns, including deleted ones. */
  async allRevenue(period: Period | null, currency: string | null): Promise<DatedSums> {
    if (currency === null) return NO_SUMS;
    const [row] = await this.db.query<DatedSums>(ALL_REVENUE, { currency, ...(period ?? ALL_TIME) });
    return row ?? NO_SUMS;
  }

  /** Returns only days with figures, in no order. */
  async byDay(campaignId: number, period: Period | null, currency: string | null): Promise<SumsOfDay[]> {
    const params = { campaignId, ...(period ?? ALL_TIME) };
    const days = new Map<string, SumsOfDay>();
    for (const row of await this.db.query<SumsOfDay>(EMAILS_BY_DAY, params)) days.set(row.day, row);
    if (currency !== null)
      for (const row of await this.db.query<SumsOfDay>(REVENUE_BY_DAY, { ...params, currency }))
        days.set(row.day, { ...days.get(row.day), ...row });
    return [...days.values()];
  }

  /** Returns the domains with the most emails, in descending order. */
  async domains(campaignId: number, period: Period | null, most: number): Promise<SumsOfDomain[]> {
    return this.db.query<SumsOfDomain>(DOMAINS, { campaignId, most, ...(period ?? ALL_TIME) });
  }
}
