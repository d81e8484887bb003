import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import type { CampaignStatus } from '../../../events/campaign-state.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';
import { newestFirst } from '../scope/newest-first.js';
import type { CampaignEmailFigures, CampaignRevenueFigures } from './campaign-stats.js';
import { type FiguresByDay, NO_EMAILS } from './campaign-timeline.js';

export interface CampaignRow {
  readonly id: number;
  readonly title: string;
  readonly status: CampaignStatus;
  /** Time when the last email was sent; null before that. */
  readonly finishedAt: Date | null;
}

export type TestMetric = Parameters<TestResultsService['result']>[1];

/** The first and the last day with figures; null if there are none. */
export interface Days {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface EmailTotals extends CampaignEmailFigures, Days {
  readonly complained: number;
}

export interface RevenueTotals extends CampaignRevenueFigures, Days {}

export interface EmailsOfDomain {
  readonly domain: string;
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
}

export const NO_EMAIL_TOTALS: EmailTotals = { ...NO_EMAILS, complained: 0, firstDay: null, lastDay: null };
export const NO_REVENUE_TOTALS: RevenueTotals = { revenue: 0, orders: 0, firstDay: null, lastDay: null };

const FIGURES = namedSql(__dirname, 'figures');
const ALL_FIGURES = namedSql(__dirname, 'all-figures');
const REVENUE = namedSql(__dirname, 'revenue');
const ALL_REVENUE = namedSql(__dirname, 'all-revenue');
const EMAILS_BY_DAY = namedSql(__dirname, 'emails-by-day');
const REVENUE_BY_DAY = namedSql(__dirname, 'revenue-by-day');
const DOMAINS = namedSql(__dirname, 'domains');

const COLUMNS = 't.id, t.title, t.status, t.finished_at AS finishedAt';
const HAS_EMAILS =
  'EXISTS (SELECT 1 FROM campaign_daily_stats s WHERE s.campaign_id = t.id AND s.day BETWEEN :from AND :to)';
const HAS_REVENUE = `EXISTS (SELECT 1 FROM campaign_revenue_stats r
                              WHERE r.campaign_id = t.id AND r.currency = :currency AND r.day BETWEEN :from AND :to)`;

type OfCampaign<Row> = Row & { readonly campaignId: number };

/** A null period means all time; a null currency means that there are no orders. */
@Injectable()
export class CampaignReportsQueries {
  constructor(private readonly db: Database) {}

  /** Returns null for an unknown or deleted campaign. */
  async campaign(campaignId: number): Promise<CampaignRow | null> {
    const [row] = await this.db.query<CampaignRow>(
      `SELECT ${COLUMNS} FROM campaigns t WHERE t.id = :campaignId AND t.deleted_at IS NULL`,
      { campaignId },
    );
    return row ?? null;
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
    return newestFirst(this.db, { columns: COLUMNS, ...listed(period, currency) }, request);
  }

  async figures(campaignIds: readonly number[], period: Period | null): Promise<OfCampaign<EmailTotals>[]> {
    if (campaignIds.length === 0) return [];
    return this.db.query<OfCampaign<EmailTotals>>(FIGURES, { campaignIds, ...(period ?? ALL_TIME) });
  }

  /** Sums over all campaigns, including deleted ones. */
  async allFigures(period: Period | null): Promise<EmailTotals> {
    const [row] = await this.db.query<EmailTotals>(ALL_FIGURES, { ...(period ?? ALL_TIME) });
    return row ?? NO_EMAIL_TOTALS;
  }

  async revenue(
    campaignIds: readonly number[],
    period: Period | null,
    currency: string | null,
  ): Promise<OfCampaign<RevenueTotals>[]> {
    if (campaignIds.length === 0 || currency === null) return [];
    return this.db.query<OfCampaign<RevenueTotals>>(REVENUE, { campaignIds, currency, ...(period ?? ALL_TIME) });
  }

  /** Sums over all campaigns, including deleted ones. */
  async allRevenue(period: Period | null, currency: string | null): Promise<RevenueTotals> {
    if (currency === null) return NO_REVENUE_TOTALS;
    const [row] = await this.db.query<RevenueTotals>(ALL_REVENUE, { currency, ...(period ?? ALL_TIME) });
    return row ?? NO_REVENUE_TOTALS;
  }

  /** Returns only days with figures, in no order. */
  async byDay(campaignId: number, period: Period | null, currency: string | null): Promise<FiguresByDay> {
    const params = { campaignId, ...(period ?? ALL_TIME) };
    return {
      emails: await this.db.query(EMAILS_BY_DAY, params),
      revenue: currency === null ? [] : await this.db.query(REVENUE_BY_DAY, { ...params, currency }),
    };
  }

  /** Returns the domains with the most emails, in descending order. */
  async domains(campaignId: number, period: Period | null, most: number): Promise<EmailsOfDomain[]> {
    return this.db.query<EmailsOfDomain>(DOMAINS, { campaignId, most, ...(period ?? ALL_TIME) });
  }
}

function listed(period: Period | null, currency: string | null): { from: string; params: SqlParams } {
  const from = 'campaigns t WHERE t.deleted_at IS NULL';
  if (period === null) return { from, params: {} };
  const has = currency === null ? HAS_EMAILS : `(${HAS_EMAILS} OR ${HAS_REVENUE})`;
  return { from: `${from} AND ${has}`, params: { ...period, ...(currency === null ? {} : { currency }) } };
}
