import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import type { CampaignStatus } from '../../campaigns/campaign-status.js';
import { EVER } from '../periods/asked-period.js';
import type { Period } from '../periods/report-period.js';
import type { MailFigures, RevenueFigures } from './campaign-stats.js';

export interface CampaignRow {
  readonly id: number;
  readonly title: string;
  readonly status: CampaignStatus;
  /** When its last mail had left; null until then. */
  readonly finishedAt: Date | null;
}

export type TestMetric = Parameters<TestResultsService['result']>[1];

/** The first and the last day with a figure; null where there is none. */
export interface Days {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface CampaignFigures extends MailFigures, Days {
  readonly complained: number;
}

export interface CampaignRevenueFigures extends RevenueFigures, Days {}

export interface MailsOfDay extends MailFigures {
  readonly day: string;
}

export interface RevenueOfDay extends RevenueFigures {
  readonly day: string;
}

export interface MailsOfDomain {
  readonly domain: string;
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
}

export const NO_FIGURES: CampaignFigures = {
  sent: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  machineOpens: 0,
  machineClicks: 0,
  firstDay: null,
  lastDay: null,
};
export const NO_REVENUE: CampaignRevenueFigures = { revenue: 0, orders: 0, firstDay: null, lastDay: null };

const FIGURES = namedSql(__dirname, 'figures');
const ALL_FIGURES = namedSql(__dirname, 'all-figures');
const REVENUE = namedSql(__dirname, 'revenue');
const ALL_REVENUE = namedSql(__dirname, 'all-revenue');
const MAILS_BY_DAY = namedSql(__dirname, 'mails-by-day');
const REVENUE_BY_DAY = namedSql(__dirname, 'revenue-by-day');
const DOMAINS = namedSql(__dirname, 'domains');

const COLUMNS = 'c.id, c.title, c.status, c.finished_at AS finishedAt';
const HAS_MAILS =
  'EXISTS (SELECT 1 FROM campaign_daily_stats s WHERE s.campaign_id = c.id AND s.day BETWEEN :from AND :to)';
const HAS_REVENUE = `EXISTS (SELECT 1 FROM campaign_revenue_stats r
                              WHERE r.campaign_id = c.id AND r.currency = :currency AND r.day BETWEEN :from AND :to)`;

type Numbered<Row> = Row & { readonly campaignId: number };

/** Where a period is null, all days are meant; where a currency is, nothing was ever ordered. */
@Injectable()
export class CampaignReportsQueries {
  constructor(private readonly db: Database) {}

  /** Null when there is no such campaign, or no more. */
  async campaign(campaignId: number): Promise<CampaignRow | null> {
    const [row] = await this.db.query<CampaignRow>(
      `SELECT ${COLUMNS} FROM campaigns c WHERE c.id = :campaignId AND c.deleted_at IS NULL`,
      { campaignId },
    );
    return row ?? null;
  }

  /** What its A/B test is decided by, if it has one. */
  async testMetric(campaignId: number): Promise<TestMetric> {
    const [row] = await this.db.query<{ metric: TestMetric | null }>(
      `SELECT JSON_VALUE(settings, '$.ab_test.metric') AS metric FROM campaigns WHERE id = :campaignId`,
      { campaignId },
    );
    return row?.metric ?? 'opens';
  }

  /** Those that are not deleted, the newest first; of a period only those with figures in it. */
  async page(request: PageRequest, period: Period | null, currency: string | null): Promise<Page<CampaignRow>> {
    const { cursor, perPage } = request;
    const { condition, params } = listed(period, currency);
    const place =
      cursor === undefined
        ? 'ORDER BY c.id DESC LIMIT :perPage OFFSET :offset'
        : 'AND c.id < :before ORDER BY c.id DESC LIMIT :oneMore';
    const rows = await this.db.query<CampaignRow>(`SELECT ${COLUMNS} FROM campaigns c WHERE ${condition} ${place}`, {
      ...params,
      perPage,
      offset: offsetOf(request),
      before: cursor ? idOfCursor(cursor) : Number.MAX_SAFE_INTEGER,
      oneMore: perPage + 1,
    });
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM campaigns c WHERE ${condition}`,
      params,
    );
    const items = rows.slice(0, perPage);
    const last = rows.length > perPage ? items.at(-1) : undefined;
    return { items, total: count?.total ?? 0, request, next: last === undefined ? null : { value: null, id: last.id } };
  }

  async figures(campaignIds: readonly number[], period: Period | null): Promise<Numbered<CampaignFigures>[]> {
    if (campaignIds.length === 0) return [];
    return this.db.query<Numbered<CampaignFigures>>(FIGURES, { campaignIds, ...(period ?? EVER) });
  }

  /** Of all campaigns together, also of those that are deleted. */
  async allFigures(period: Period | null): Promise<CampaignFigures> {
    const [row] = await this.db.query<CampaignFigures>(ALL_FIGURES, { ...(period ?? EVER) });
    return row ?? NO_FIGURES;
  }

  async revenue(
    campaignIds: readonly number[],
    period: Period | null,
    currency: string | null,
  ): Promise<Numbered<CampaignRevenueFigures>[]> {
    if (campaignIds.length === 0 || currency === null) return [];
    return this.db.query<Numbered<CampaignRevenueFigures>>(REVENUE, { campaignIds, currency, ...(period ?? EVER) });
  }

  /** Of all campaigns together, also of those that are deleted. */
  async allRevenue(period: Period | null, currency: string | null): Promise<CampaignRevenueFigures> {
    if (currency === null) return NO_REVENUE;
    const [row] = await this.db.query<CampaignRevenueFigures>(ALL_REVENUE, { currency, ...(period ?? EVER) });
    return row ?? NO_REVENUE;
  }

  /** Only days with figures, in no order; the same goes for revenue. */
  async mailsByDay(campaignId: number, period: Period | null): Promise<MailsOfDay[]> {
    return this.db.query<MailsOfDay>(MAILS_BY_DAY, { campaignId, ...(period ?? EVER) });
  }

  async revenueByDay(campaignId: number, period: Period | null, currency: string | null): Promise<RevenueOfDay[]> {
    if (currency === null) return [];
    return this.db.query<RevenueOfDay>(REVENUE_BY_DAY, { campaignId, currency, ...(period ?? EVER) });
  }

  /** The domains that most mails went to, the first ones first. */
  async domains(campaignId: number, period: Period | null, most: number): Promise<MailsOfDomain[]> {
    return this.db.query<MailsOfDomain>(DOMAINS, { campaignId, most, ...(period ?? EVER) });
  }
}

function listed(period: Period | null, currency: string | null): { condition: string; params: SqlParams } {
  if (period === null) return { condition: 'c.deleted_at IS NULL', params: {} };
  const has = currency === null ? HAS_MAILS : `(${HAS_MAILS} OR ${HAS_REVENUE})`;
  return {
    condition: `c.deleted_at IS NULL AND ${has}`,
    params: { from: period.from, to: period.to, ...(currency === null ? {} : { currency }) },
  };
}
