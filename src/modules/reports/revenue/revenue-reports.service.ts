import { Injectable } from '@nestjs/common';
import { offsetOf, type PageRequest } from '../../../platform/http/page.js';
import { growthRate } from '../../../platform/rates/rates.js';
import { isUnfiltered, refuseAudience } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { countersOf, figuresByDay, figuresOf, type FigureScope, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import type { Unpaged } from '../http/report-answer.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, NO_DAYS } from '../periods/report-period.js';
import { type ReportRequest, type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import {
  campaignRevenueRowShape,
  contactRevenueRowShape,
  otherCurrencyShape,
  previousRevenueShape,
  revenueAttributionShape,
  revenueDayShape,
  type RevenueOfCampaignsResponse,
  type RevenueOfContactsResponse,
  revenueRankingShape,
  type RevenueResponse,
  revenueShape,
  topCampaignShape,
} from './dto/revenue.shapes.js';
import { type RevenueOf, RevenueQueries, type RevenueScope, type Slice } from './revenue.queries.js';

interface RankingFigures {
  readonly rows: readonly RevenueOf[];
  readonly count: number;
  readonly total: Sums;
}

const MAX_AGE_SECONDS = 300;
const TOP_CAMPAIGNS = 10;
const NO_SUMS: Sums = {};
const COUNTERS = countersOf('revenue_daily_stats');

@Injectable()
export class RevenueReportsService {
  constructor(
    private readonly queries: RevenueQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async revenue(request: ReportRequest): Promise<RevenueResponse> {
    const scope = await this.scopes.of(request);
    const dates = daysOf(scope.period);
    const currency = await this.scopes.currency(request);
    const { figures, freshness } = await this.cache.fetch('revenue', { ...scope, currency }, MAX_AGE_SECONDS, () =>
      this.figures(scope, currency),
    );
    const figureScope = inCurrency(currency);
    const sums = sumOf(COUNTERS, figures.days);
    const isFiltered = !isUnfiltered(scope.audience);
    return {
      ...figuresOf(revenueShape, sums, figureScope),
      currency,
      attribution: isFiltered ? null : figuresOf(revenueAttributionShape, sums, figureScope),
      top_campaigns: isFiltered
        ? null
        : (await this.titled(figures.campaigns)).map(({ about, sums: own }) => ({
            ...about,
            ...figuresOf(topCampaignShape, own, figureScope),
          })),
      timeline: figuresByDay(revenueDayShape, dates, figures.days, figureScope),
      other_currencies: figures.others.map(({ currency: code, ...other }) => ({
        currency: code,
        ...figuresOf(otherCurrencyShape, other, inCurrency(code)),
      })),
      previous: {
        ...figuresOf(previousRevenueShape, figures.previous, figureScope),
        growth_rate: growthRate(sums.revenue ?? 0, figures.previous.revenue ?? 0),
      },
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  async campaigns(
    request: ReportRequest,
    page: PageRequest,
  ): Promise<Unpaged<RevenueOfCampaignsResponse, 'campaigns'>> {
    refuseAudience(request.audience, 'cannot filter campaigns');
    const ranking = await this.ranking('revenue-campaigns', request, page, async (scope, slice) => {
      const [rows, count, all] = await Promise.all([
        this.queries.campaigns(scope, slice),
        this.queries.campaignCount(scope),
        this.queries.totals(scope),
      ]);
      return { rows, count, total: { revenue: all.campaign_revenue ?? 0, orders: all.campaign_orders ?? 0 } };
    });
    const items = (await this.titled(ranking.rows)).map(({ about, sums }) => ({
      ...about,
      ...figuresOf(campaignRevenueRowShape, sums, ranking.figureScope),
    }));
    return { ...ranking.totals, campaigns: { items, total: ranking.count, request: page } };
  }

  async contacts(request: ReportRequest, page: PageRequest): Promise<Unpaged<RevenueOfContactsResponse, 'contacts'>> {
    const ranking = await this.ranking('revenue-contacts', request, page, async (scope, slice) => {
      const [rows, count, total] = await Promise.all([
        this.queries.contacts(scope, slice),
        this.queries.contactCount(scope),
        this.queries.totals(scope),
      ]);
      return { rows, count, total };
    });
    const contacts = await this.names.contacts(ranking.rows.map(({ id }) => id));
    const items = ranking.rows.flatMap((row) => {
      const contact = contacts.get(row.id);
      const figures = figuresOf(contactRevenueRowShape, row, ranking.figureScope);
      return contact === undefined ? [] : [{ contact: contactSummary(contact), ...figures }];
    });
    return { ...ranking.totals, contacts: { items, total: ranking.count, request: page } };
  }

  /** @param read is not called if there are no orders. */
  private async ranking(
    report: string,
    request: ReportRequest,
    page: PageRequest,
    read: (scope: RevenueScope, slice: Slice) => Promise<RankingFigures>,
  ) {
    const period = this.scopes.optionalPeriod(request.period);
    const audience = await this.scopes.audience(request.audience);
    const currency = await this.scopes.currency(request);
    const key = { currency, period, audience, page };
    const { figures, freshness } = await this.cache.fetch(report, key, MAX_AGE_SECONDS, async () =>
      currency === null
        ? { rows: [], count: 0, total: {} }
        : read({ currency, period, audience }, { offset: offsetOf(page), limit: page.perPage }),
    );
    const { rows, count, total } = figures;
    const figureScope = inCurrency(currency);
    const meta = { ...(period ?? NO_DAYS), ...freshness };
    return {
      rows,
      count,
      figureScope,
      totals: { ...figuresOf(revenueRankingShape, total, figureScope), currency, meta },
    };
  }

  private async figures({ period, comparedWith, audience }: ReportScope, currency: string | null) {
    if (currency === null) return { days: [], previous: NO_SUMS, others: [], campaigns: [] };
    const scope = { currency, period, audience };
    const [days, previous, all, campaigns] = await Promise.all([
      this.queries.days(scope),
      comparedWith === null ? NO_SUMS : this.queries.totals({ ...scope, period: comparedWith }),
      this.queries.currencies(period, audience),
      isUnfiltered(audience) ? this.queries.campaigns(scope, { offset: 0, limit: TOP_CAMPAIGNS }) : [],
    ]);
    const others = all.filter((other) => other.currency !== currency && (other.orders !== 0 || other.revenue !== 0));
    return { days, previous, others, campaigns };
  }

  /** Titles are not cached; a campaign that was just deleted is left out. */
  private async titled(rows: readonly RevenueOf[]) {
    const titles = await this.names.campaigns(rows.map(({ id }) => id));
    return rows.flatMap(({ id, ...sums }) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ about: { campaign_id: id, title }, sums }];
    });
  }
}

const inCurrency = (currency: string | null): FigureScope => ({ includeMachine: false, currency });
