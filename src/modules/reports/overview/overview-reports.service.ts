import { Injectable } from '@nestjs/common';
import { growthRate } from '../../../platform/rates/rates.js';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { figuresOf } from '../figures/figure-catalog.js';
import type { Period } from '../periods/report-period.js';
import { RevenueQueries } from '../revenue/revenue.queries.js';
import { type ReportRequest, type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import {
  overviewEmailStatsShape,
  type OverviewResponse,
  overviewRevenueShape,
  subscriberGrowthShape,
} from './dto/overview.shapes.js';

const MAX_AGE_SECONDS = 60;

@Injectable()
export class OverviewReportsService {
  constructor(
    private readonly sums: ContactSums,
    private readonly revenue: RevenueQueries,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async overview(request: ReportRequest): Promise<OverviewResponse> {
    const scope = await this.scopes.of(request);
    const currency = await this.scopes.currency(request);
    const [{ figures, freshness }, subscribers] = await Promise.all([
      this.cache.fetch('overview', { ...scope, currency }, MAX_AGE_SECONDS, () => this.figures(scope, currency)),
      this.subscribers(scope.audience),
    ]);
    const { current, singles, previousSubscribed, revenue, previousRevenue } = figures;
    const figureScope = { includeMachine: request.includeMachine, currency };
    const growth = figuresOf(subscriberGrowthShape, current);
    return {
      total_subscribers: subscribers,
      subscriber_growth: {
        ...growth,
        previous_period: previousSubscribed,
        growth_rate: growthRate(growth.current_period, previousSubscribed),
      },
      email_stats: figuresOf(overviewEmailStatsShape, current, figureScope),
      single_stats: figuresOf(overviewEmailStatsShape, singles, figureScope),
      revenue: {
        ...figuresOf(overviewRevenueShape, { revenue }, figureScope),
        growth: growthRate(revenue, previousRevenue),
        currency,
      },
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  /** Revenue is in the smallest unit of the currency. */
  private async figures({ period, comparedWith, audience }: ReportScope, currency: string | null) {
    const revenueOf = async (days: Period | null): Promise<number> =>
      days === null || currency === null
        ? 0
        : ((await this.revenue.totals({ currency, period: days, audience })).revenue ?? 0);
    const [current, singles, previous, revenue, previousRevenue] = await Promise.all([
      this.sums.total(period, audience, overviewEmailStatsShape, subscriberGrowthShape),
      this.sums.ofSingles(period, audience, overviewEmailStatsShape),
      comparedWith && this.sums.total(comparedWith, audience, subscriberGrowthShape),
      revenueOf(period),
      revenueOf(comparedWith),
    ]);
    return { current, singles, previousSubscribed: previous?.new_subscribed ?? 0, revenue, previousRevenue };
  }

  /** Without a filter, reads the maintained counter and not the cache, so that a new contact counts immediately. */
  private async subscribers(audience: AudienceFilter): Promise<number> {
    const count = (): Promise<number> => this.sums.size(audience, 'subscribed');
    if (isUnfiltered(audience)) return count();
    return (await this.cache.fetch('subscribers', audience, MAX_AGE_SECONDS, count)).figures;
  }
}
