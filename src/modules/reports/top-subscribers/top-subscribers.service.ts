import { Injectable } from '@nestjs/common';
import { ReportCache } from '../cache/report-cache.service.js';
import { asMoney, figuresOf } from '../figures/figure-catalog.js';
import { CurrentNames } from '../names/current-names.queries.js';
import { NO_DAYS, type Period } from '../periods/report-period.js';
import { RevenueQueries } from '../revenue/revenue.queries.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import {
  type TopMetric,
  type TopSubscriberResponse,
  topSubscriberShape,
  type TopSubscribersResponse,
} from './dto/top-subscribers.shapes.js';
import { type Ranked, type RankingScope, TopSubscribersQueries } from './top-subscribers.queries.js';

/** A cached row of the ranking, without the contact, which is not cached. */
export type TopFigures = Omit<TopSubscriberResponse, 'rank' | 'contact'> & { readonly id: number };

export type TopSubscribers = TopSubscribersResponse['subscribers'];

interface RankingOptions {
  readonly limit: number;
  readonly currency: string | null;
  readonly today: string;
}

const MAX_AGE_SECONDS = 900;

@Injectable()
export class TopSubscribersService {
  constructor(
    private readonly queries: TopSubscribersQueries,
    private readonly revenue: RevenueQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async top(
    request: Pick<ReportRequest, 'period' | 'audience' | 'currency'>,
    metric: TopMetric,
    limit: number,
  ): Promise<TopSubscribersResponse> {
    const today = this.scopes.today();
    const period = this.scopes.optionalPeriod(request.period);
    const audience = await this.scopes.audience(request.audience);
    const currency = await this.scopes.currency(request);
    const key = { metric, limit, period, audience, currency, today };
    const { figures, freshness } = await this.cache.fetch('top-subscribers', key, MAX_AGE_SECONDS, () =>
      this.figures(metric, { period, audience }, { limit, currency, today }),
    );
    return {
      metric,
      subscribers: await this.named(figures),
      currency,
      meta: { ...(period ?? NO_DAYS), ...freshness },
    };
  }

  async figures(metric: TopMetric, scope: RankingScope, options: RankingOptions): Promise<TopFigures[]> {
    const { currency } = options;
    const ranked = await this.ranked(metric, scope, options);
    const ids = ranked.map(({ id }) => id);
    const [activity, revenue] = await Promise.all([
      this.queries.activity(ids, scope.period),
      currency === null ? [] : this.revenue.ofContacts(ids, currency, scope.period),
    ]);
    const activityOf = new Map(activity.map((row) => [row.id, row]));
    const revenueOf = new Map(revenue.map((row) => [row.id, row]));
    return ranked.map(({ id, value }) => {
      const { lastActivity = null, ...emails } = activityOf.get(id) ?? {};
      const sums = { ...emails, ...revenueOf.get(id) };
      const figures = figuresOf(topSubscriberShape, sums, { includeMachine: false, currency });
      return { id, value, ...figures, last_activity: lastActivity };
    });
  }

  /** Adds current names. Deleted contacts are removed, and the following ones move up. */
  async named(figures: readonly TopFigures[]): Promise<TopSubscriberResponse[]> {
    const contacts = await this.names.contacts(figures.map(({ id }) => id));
    return figures
      .flatMap(({ id, ...found }) => {
        const contact = contacts.get(id);
        return contact === undefined ? [] : [{ contact, ...found }];
      })
      .map((found, index) => ({ rank: index + 1, ...found }));
  }

  private async ranked(
    metric: TopMetric,
    scope: RankingScope,
    { limit, currency, today }: RankingOptions,
  ): Promise<readonly Ranked[]> {
    switch (metric) {
      case 'activity':
        return this.queries.byActivity(scope, limit);
      case 'engagement':
        return this.queries.byEngagement(scope, limit, asOf(scope.period, today));
      case 'revenue': {
        if (currency === null) return [];
        const rows = await this.revenue.contacts({ ...scope, currency }, { offset: 0, limit });
        return rows
          .filter(({ revenue = 0 }) => revenue > 0)
          .map(({ id, revenue = 0 }) => ({ id, value: asMoney(revenue, currency) }));
      }
    }
  }
}

/** Returns the day on which points are weighted: the last day of the period, or today if that is earlier. */
export function asOf(period: Period | null, today: string): string {
  return period !== null && period.to < today ? period.to : today;
}
