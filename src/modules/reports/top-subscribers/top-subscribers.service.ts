import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { MembersQueries } from '../members/members.queries.js';
import { askedPeriod } from '../periods/asked-period.js';
import { localDay } from '../periods/local-day.js';
import type { Period } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import { asMoney } from '../revenue/revenue-figures.js';
import { RevenueQueries } from '../revenue/revenue.queries.js';
import { PeopleQueries, type Person } from './people.queries.js';
import { type Ranked, type RankingScope, TopSubscribersQueries } from './top-subscribers.queries.js';

export const TOP_METRICS = ['engagement', 'revenue', 'activity'] as const;
export type TopMetric = (typeof TOP_METRICS)[number];

export interface TopQuestion extends Pick<ReportQuestion, 'period' | 'members'> {
  readonly metric: TopMetric;
  readonly limit: number;
  readonly currency?: string | undefined;
}

/** Where somebody stands. `value` is a score of 0 to 100, a decimal of money, or a count. */
export interface TopSubscriber extends Omit<TopFigures, 'id'> {
  readonly rank: number;
  readonly person: Person;
}

export interface TopSubscribers {
  readonly metric: TopMetric;
  readonly subscribers: readonly TopSubscriber[];
  /** Of all amounts; null when nothing was ever ordered. */
  readonly currency: string | null;
  /** Null for all time. */
  readonly period: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

/** What somebody did and brought, as far as it may be kept for a while. */
export interface TopFigures {
  readonly id: number;
  readonly value: number;
  readonly opens: number;
  readonly clicks: number;
  readonly revenue: number;
  readonly orders: number;
  /** A local day. */
  readonly lastActivity: string | null;
}

const MAX_AGE_SECONDS = 900;

/** Who reads, buys or does most. */
@Injectable()
export class TopSubscribersService {
  constructor(
    private readonly queries: TopSubscribersQueries,
    private readonly revenue: RevenueQueries,
    private readonly currencies: ReportCurrency,
    private readonly members: MembersQueries,
    private readonly people: PeopleQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async top({ metric, limit, ...question }: TopQuestion): Promise<TopSubscribers> {
    const { timeZone } = this.config;
    const today = localDay(this.clock.now(), timeZone);
    const period = askedPeriod(question.period, today);
    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const key = { metric, limit, period, members, currency, today };
    const measured = await this.measurements.measure('top-subscribers', key, MAX_AGE_SECONDS, () =>
      this.figures(metric, { period, members }, { limit, currency, today }),
    );
    return {
      metric,
      subscribers: await this.known(measured.figures),
      currency,
      period,
      timeZone,
      measured,
    };
  }

  /** The best by a metric, with all that is shown of them but who they are. */
  async figures(
    metric: TopMetric,
    scope: RankingScope,
    { limit, currency, today }: { readonly limit: number; readonly currency: string | null; readonly today: string },
  ): Promise<TopFigures[]> {
    const ranked = await this.ranked(metric, scope, { limit, currency, today });
    const ids = ranked.map(({ id }) => id);
    const [deeds, revenue] = await Promise.all([
      this.queries.deeds(ids, scope.period),
      currency === null ? [] : this.revenue.ofContacts(ids, currency, scope.period),
    ]);
    const deedsOf = new Map(deeds.map((row) => [row.id, row]));
    const revenueOf = new Map(revenue.map((row) => [row.id, row]));
    return ranked.map(({ id, value }) => {
      const { opens = 0, clicks = 0, lastActivity = null } = deedsOf.get(id) ?? {};
      const { orders = 0, revenue: minor = 0 } = revenueOf.get(id) ?? {};
      return { id, value, opens, clicks, revenue: asMoney(minor, currency), orders, lastActivity };
    });
  }

  /** With who they are, as it stands now. Who is gone is left out, and those behind move up. */
  async known(figures: readonly TopFigures[]): Promise<TopSubscriber[]> {
    const people = await this.people.byId(figures.map(({ id }) => id));
    return figures
      .flatMap(({ id, ...found }) => {
        const person = people.get(id);
        return person === undefined ? [] : [{ person, ...found }];
      })
      .map((found, index) => ({ rank: index + 1, ...found }));
  }

  private async ranked(
    metric: TopMetric,
    scope: RankingScope,
    { limit, currency, today }: { readonly limit: number; readonly currency: string | null; readonly today: string },
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
          .filter(({ revenue }) => revenue > 0)
          .map(({ id, revenue }) => ({ id, value: asMoney(revenue, currency) }));
      }
    }
  }
}

/** On which day points are weighed: on the last of the period, if that has come. */
export function asOf(period: Period | null, today: string): string {
  return period !== null && period.to < today ? period.to : today;
}
