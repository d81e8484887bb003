import { Injectable } from '@nestjs/common';
import { offsetOf, type PageRequest } from '../../../platform/http/page.js';
import { growthRate } from '../../../platform/rates/rates.js';
import { ALL_CONTACTS, isUnfiltered, refuseAudience } from '../audience-filter/audience-filter.js';
import { type CachedFigures, ReportCache } from '../cache/report-cache.service.js';
import type { SumsOfDay } from '../figures/contact-sums.queries.js';
import { countersOf, figuresByDay, figuresOf, type FigureScope, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import type { Unpaged } from '../http/report-shapes.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, NO_DAYS, type Period } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
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
import { type RevenueOf, RevenueQueries, type RevenueScope } from './revenue.queries.js';

interface RevenueFigures {
  readonly days: readonly SumsOfDay[];
  readonly previous: Sums;
  readonly others: readonly (Sums & { readonly currency: string })[];
  readonly campaigns: readonly RevenueOf[];
}

interface RankingFigures {
  readonly rows: readonly RevenueOf[];
  readonly count: number;
  readonly total: Sums;
}

const MAX_AGE_SECONDS = 300;
const TOP_CAMPAIGNS = 10;
const NO_RANKING: RankingFigures = { rows: [], count: 0, total: {} };
const COUNTERS = countersOf('revenue_daily_stats');

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
    const figureScope = inCurrency(currency);
    const sums = sumOf(COUNTERS, figures.days);
    const isFiltered = !isUnfiltered(scope.audience);
    return {
      ...figuresOf(revenueShape, sums, figureScope),
      currency,
      attribution: isFiltered ? null : figuresOf(revenueAttributionShape, sums, figureScope),
      top_campaigns: isFiltered
        ? null
        : (await this.titled(figures.campaigns)).map(({ id, title, ...campaign }) => ({
            campaign_id: id,
            title,
            ...figuresOf(topCampaignShape, campaign, figureScope),
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
    const items = titled.map(({ id, title, ...sums }) => ({
      campaign_id: id,
      title,
      ...figuresOf(campaignRevenueRowShape, sums, inCurrency(currency)),
    }));
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
      const figures = figuresOf(contactRevenueRowShape, row, inCurrency(currency));
      return contact === undefined ? [] : [{ contact: contactSummary(contact), ...figures }];
    });
    return { ...totalsOf(cached, currency, period), contacts: { items, total: count, request: page } };
  }

  private async figures(
    { period, comparedWith, audience }: ReportScope,
    currency: string | null,
  ): Promise<RevenueFigures> {
    if (currency === null) return { days: [], previous: {}, others: [], campaigns: [] };
    const scope = { currency, period, audience };
    const [days, previous, all, campaigns] = await Promise.all([
      this.queries.days(scope),
      comparedWith === null ? {} : this.queries.totals({ ...scope, period: comparedWith }),
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
    return { rows, count, total: { revenue: all.campaign_revenue ?? 0, orders: all.campaign_orders ?? 0 } };
  }

  private async contactFigures(scope: RevenueScope, page: PageRequest): Promise<RankingFigures> {
    const [rows, count, all] = await Promise.all([
      this.queries.contacts(scope, { offset: offsetOf(page), limit: page.perPage }),
      this.queries.contactCount(scope),
      this.queries.totals(scope),
    ]);
    return { rows, count, total: all };
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
    ...figuresOf(revenueRankingShape, figures.total, inCurrency(currency)),
    currency,
    meta: { ...(period ?? NO_DAYS), ...freshness },
  };
}

const inCurrency = (currency: string | null): FigureScope => ({ includeMachine: false, currency });
