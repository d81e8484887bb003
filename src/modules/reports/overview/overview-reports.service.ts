import { Injectable } from '@nestjs/common';
import { growthRate, percent } from '../../../platform/rates/rates.js';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { asMoney, trackingOf } from '../figures/figures.js';
import type { Period } from '../periods/report-period.js';
import { RevenueQueries } from '../revenue/revenue.queries.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import type { OverviewResponse } from './dto/overview.shapes.js';
import { OverviewReportsQueries, type PeriodFigures } from './overview-reports.queries.js';

/** Revenue is in the smallest unit of the currency. */
interface OverviewFigures {
  readonly current: PeriodFigures;
  readonly previousSubscribed: number;
  readonly revenue: number;
  readonly previousRevenue: number;
}

const MAX_AGE_SECONDS = 60;

/** Computes the overview of a period, for all contacts or for the current members of lists and tags. */
@Injectable()
export class OverviewReportsService {
  constructor(
    private readonly queries: OverviewReportsQueries,
    private readonly revenue: RevenueQueries,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async overview(request: ReportRequest): Promise<OverviewResponse> {
    const scope = await this.scopes.of(request);
    const currency = await this.scopes.currency(request);
    const [{ figures, freshness }, subscribers] = await Promise.all([
      this.cache.fetch('overview', { ...scope, currency }, MAX_AGE_SECONDS, () => this.figures(scope, currency)),
      this.subscribers(scope.audience),
    ]);
    const { current, previousSubscribed, revenue, previousRevenue } = figures;
    const { opened, clicked } = trackingOf(current, request.includeMachine);
    return {
      total_subscribers: subscribers,
      subscriber_growth: {
        current_period: current.newSubscribed,
        previous_period: previousSubscribed,
        growth_rate: growthRate(current.newSubscribed, previousSubscribed),
      },
      email_stats: {
        emails_sent: current.sent,
        emails_opened: opened,
        emails_clicked: clicked,
        open_rate: percent(opened, current.sent),
        click_rate: percent(clicked, current.sent),
      },
      revenue: { total: asMoney(revenue, currency), growth: growthRate(revenue, previousRevenue), currency },
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  private async figures(
    { period, comparedWith, audience }: ReportScope,
    currency: string | null,
  ): Promise<OverviewFigures> {
    const revenueOf = async (days: Period | null): Promise<number> =>
      days === null || currency === null
        ? 0
        : (await this.revenue.totals({ currency, period: days, audience })).revenue;
    const [current, previous, revenue, previousRevenue] = await Promise.all([
      this.queries.figures(period, audience),
      comparedWith && this.queries.figures(comparedWith, audience),
      revenueOf(period),
      revenueOf(comparedWith),
    ]);
    return { current, previousSubscribed: previous?.newSubscribed ?? 0, revenue, previousRevenue };
  }

  /** Without a filter, reads the maintained counter and not the cache, so that a new contact counts immediately. */
  private async subscribers(audience: AudienceFilter): Promise<number> {
    if (isUnfiltered(audience)) return this.queries.subscribers(audience);
    const { figures } = await this.cache.fetch('subscribers', audience, MAX_AGE_SECONDS, () =>
      this.queries.subscribers(audience),
    );
    return figures;
  }
}
