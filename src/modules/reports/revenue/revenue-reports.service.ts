import { Injectable } from '@nestjs/common';
import { offsetOf, type PageRequest } from '../../../platform/http/page.js';
import { growthRate } from '../../../platform/rates/rates.js';
import { ALL_CONTACTS, isUnfiltered, refuseAudience } from '../audience-filter/audience-filter.js';
import { type CachedFigures, ReportCache } from '../cache/report-cache.service.js';
import { asMoney, sumOf } from '../figures/figures.js';
import type { Unpaged } from '../http/report-shapes.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, NO_DAYS, type Period } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import type { RevenueOfCampaignsResponse, RevenueOfContactsResponse, RevenueResponse } from './dto/revenue.shapes.js';
import {
  NO_REVENUE,
  type RevenueOf,
  type RevenueOfDay,
  RevenueQueries,
  type RevenueScope,
  type RevenueSums,
} from './revenue.queries.js';

interface RevenueFigures {
  readonly days: readonly RevenueOfDay[];
  readonly previous: RevenueSums;
  readonly others: readonly (RevenueSums & { readonly currency: string })[];
  readonly campaigns: readonly RevenueOf[];
}

interface RankingFigures {
  readonly rows: readonly RevenueOf[];
  readonly count: number;
  readonly total: Pick<RevenueSums, 'revenue' | 'orders'>;
}

const MAX_AGE_SECONDS = 300;
const TOP_CAMPAIGNS = 10;
const NO_RANKING: RankingFigures = { rows: [], count: 0, total: NO_REVENUE };

/** Computes revenue, net of refunds. */
@Injectable()
export class RevenueReportsService {
  constructor(
    private readonly queries: RevenueQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async revenue(request: ReportRequest): Promise<RevenueResponse> {
    const scope = await this.scopes.of(request);
    const dates = daysOf(scope.period);
    const currency = await this.scopes.currency(request);
    const { figures, freshness } = await this.cache.fetch('revenue', { ...scope, currency }, MAX_AGE_SECONDS, () =>
      this.figures(scope, currency),
    );
    const { previous } = figures;
    const money = (minor: number): number => asMoney(minor, currency);
    const total = sumOf({ ...NO_REVENUE, campaignRevenue: 0, funnelRevenue: 0 }, figures.days);
    const byDay = new Map(figures.days.map((day) => [day.day, day]));
    const isFiltered = !isUnfiltered(scope.audience);
    return {
      total_revenue: money(total.revenue),
      total_orders: total.orders,
      average_order_value: averageOrderValue(total, currency),
      refunded: money(total.refunded),
      currency,
      attribution: isFiltered
        ? null
        : {
            campaigns: money(total.campaignRevenue),
            funnels: money(total.funnelRevenue),
            unattributed: money(total.revenue - total.campaignRevenue - total.funnelRevenue),
          },
      top_campaigns: isFiltered
        ? null
        : (await this.titled(figures.campaigns)).map(({ id, title, revenue, orders }) => ({
            campaign_id: id,
            title,
            revenue: money(revenue),
            orders,
          })),
      timeline: dates.map((date) => {
        const { revenue, orders, refunded } = byDay.get(date) ?? NO_REVENUE;
        return { date, revenue: money(revenue), orders, refunded: money(refunded) };
      }),
      other_currencies: figures.others.map((other) => ({
        currency: other.currency,
        revenue: asMoney(other.revenue, other.currency),
        orders: other.orders,
      })),
      previous: {
        total_revenue: money(previous.revenue),
        total_orders: previous.orders,
        growth_rate: growthRate(total.revenue, previous.revenue),
      },
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async campaigns(
    request: ReportRequest,
    page: PageRequest,
  ): Promise<Unpaged<RevenueOfCampaignsResponse, 'campaigns'>> {
    refuseAudience(request.audience, 'cannot filter campaigns');
    const period = this.scopes.optionalPeriod(request.period);
    const currency = await this.scopes.currency(request);
    const key = { currency, period, page };
    const cached = await this.cache.fetch('revenue-campaigns', key, MAX_AGE_SECONDS, async () =>
      currency === null ? NO_RANKING : this.campaignFigures({ currency, period, audience: ALL_CONTACTS }, page),
    );
    const { rows, count } = cached.figures;
    const titled = await this.titled(rows);
    const items = titled.map(({ id, title, ...row }) => ({ campaign_id: id, title, ...earned(row, currency) }));
    return { ...totalsOf(cached, currency, period), campaigns: { items, total: count, request: page } };
  }

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async contacts(request: ReportRequest, page: PageRequest): Promise<Unpaged<RevenueOfContactsResponse, 'contacts'>> {
    const period = this.scopes.optionalPeriod(request.period);
    const audience = await this.scopes.audience(request.audience);
    const currency = await this.scopes.currency(request);
    const key = { currency, period, audience, page };
    const cached = await this.cache.fetch('revenue-contacts', key, MAX_AGE_SECONDS, async () =>
      currency === null ? NO_RANKING : this.contactFigures({ currency, period, audience }, page),
    );
    const { rows, count } = cached.figures;
    const contacts = await this.names.contacts(rows.map(({ id }) => id));
    const items = rows.flatMap((row) => {
      const contact = contacts.get(row.id);
      return contact === undefined ? [] : [{ contact: contactSummary(contact), ...earned(row, currency) }];
    });
    return { ...totalsOf(cached, currency, period), contacts: { items, total: count, request: page } };
  }

  private async figures(
    { period, comparedWith, audience }: ReportScope,
    currency: string | null,
  ): Promise<RevenueFigures> {
    if (currency === null) return { days: [], previous: NO_REVENUE, others: [], campaigns: [] };
    const scope = { currency, period, audience };
    const [days, previous, all, campaigns] = await Promise.all([
      this.queries.days(scope),
      comparedWith === null ? NO_REVENUE : this.queries.totals({ ...scope, period: comparedWith }),
      this.queries.currencies(period, audience),
      isUnfiltered(audience) ? this.queries.campaigns(scope, { offset: 0, limit: TOP_CAMPAIGNS }) : [],
    ]);
    const others = all.filter((other) => other.currency !== currency && (other.orders !== 0 || other.revenue !== 0));
    return { days, previous, others, campaigns };
  }

  private async campaignFigures(scope: RevenueScope, page: PageRequest): Promise<RankingFigures> {
    const [rows, count, all] = await Promise.all([
      this.queries.campaigns(scope, { offset: offsetOf(page), limit: page.perPage }),
      this.queries.campaignCount(scope),
      this.queries.totals(scope),
    ]);
    return { rows, count, total: { revenue: all.campaignRevenue, orders: all.campaignOrders } };
  }

  private async contactFigures(scope: RevenueScope, page: PageRequest): Promise<RankingFigures> {
    const [rows, count, total] = await Promise.all([
      this.queries.contacts(scope, { offset: offsetOf(page), limit: page.perPage }),
      this.queries.contactCount(scope),
      this.queries.totals(scope),
    ]);
    return { rows, count, total };
  }

  /** Titles are not cached; a campaign that was just deleted is left out. */
  private async titled(rows: readonly RevenueOf[]): Promise<(RevenueOf & { readonly title: string })[]> {
    const titles = await this.names.campaigns(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const title = titles.get(row.id);
      return title === undefined ? [] : [{ ...row, title }];
    });
  }
}

function totalsOf(
  { figures, freshness }: CachedFigures<RankingFigures>,
  currency: string | null,
  period: Period | null,
): Omit<RevenueOfCampaignsResponse, 'campaigns'> {
  return {
    total_revenue: asMoney(figures.total.revenue, currency),
    total_orders: figures.total.orders,
    currency,
    meta: { ...(period ?? NO_DAYS), ...freshness },
  };
}

const earned = (row: RevenueSums, currency: string | null) => ({
  revenue: asMoney(row.revenue, currency),
  orders: row.orders,
  average_order_value: averageOrderValue(row, currency),
});

/** Revenue per order, rounded to the decimals of the currency; 0 without orders. */
const averageOrderValue = ({ revenue, orders }: RevenueSums, currency: string | null): number =>
  orders <= 0 ? 0 : asMoney(Math.round(revenue / orders), currency);
