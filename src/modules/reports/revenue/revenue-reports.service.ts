import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { type AppError, invalidParams } from '../../../platform/errors/app-error.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { growthRate } from '../../../platform/rates/rates.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { isEverybody, type Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { askedPeriod } from '../periods/asked-period.js';
import { daysOf } from '../periods/days-of.js';
import { localDay } from '../periods/local-day.js';
import { comparedPeriod, type Period, resolvePeriod } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { PeopleQueries, type Person } from '../top-subscribers/people.queries.js';
import { CampaignTitles } from './campaign-titles.queries.js';
import { ReportCurrency } from './report-currency.service.js';
import { asMoney, averageOrderValue, NO_REVENUE, type RevenueSums, sumOf } from './revenue-figures.js';
import { type RevenueOf, type RevenueOfDay, RevenueQueries, type RevenueScope } from './revenue.queries.js';

export interface RevenueQuestion extends ReportQuestion {
  readonly currency?: string | undefined;
}

/** Amounts are decimals of one currency. */
export interface Earned {
  readonly revenue: number;
  readonly orders: number;
  readonly averageOrderValue: number;
}

export interface EarnedByCampaign extends Earned {
  readonly campaignId: number;
  readonly title: string;
}

export interface EarnedByContact extends Earned {
  readonly person: Person;
}

/** What figures stand for, and how fresh they are. */
interface Scope {
  /** Null when nothing was ever ordered. */
  readonly currency: string | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

/** Amounts are decimals; rates are percent with one decimal. */
export interface RevenueReport extends Scope {
  readonly total: Earned & { readonly refunded: number };
  /** Null of members, whose orders are not counted by what they are put down to. */
  readonly attribution: {
    readonly campaigns: number;
    readonly funnels: number;
    readonly unattributed: number;
  } | null;
  readonly topCampaigns: readonly EarnedByCampaign[] | null;
  /** Every day of the period. */
  readonly timeline: readonly {
    readonly date: string;
    readonly revenue: number;
    readonly orders: number;
    readonly refunded: number;
  }[];
  readonly otherCurrencies: readonly { readonly currency: string; readonly revenue: number; readonly orders: number }[];
  readonly previous: { readonly revenue: number; readonly orders: number; readonly growthRate: number };
  readonly period: Period;
  readonly comparedWith: Period | null;
}

/** A ranking; the period is null for all time. */
export interface RevenueRanking<Item> extends Scope {
  readonly page: Page<Item>;
  readonly totalRevenue: number;
  readonly totalOrders: number;
  readonly period: Period | null;
}

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

interface Ranked {
  readonly currency: string | null;
  readonly period: Period | null;
  readonly page: PageRequest;
  readonly measured: Measured<RankingFigures>;
}

const MAX_AGE_SECONDS = 300;
const TOP_CAMPAIGNS = 10;
const NOTHING: RankingFigures = { rows: [], count: 0, total: NO_REVENUE };

/** What orders brought, after refunds. */
@Injectable()
export class RevenueReportsService {
  constructor(
    private readonly queries: RevenueQueries,
    private readonly currencies: ReportCurrency,
    private readonly members: MembersQueries,
    private readonly titles: CampaignTitles,
    private readonly people: PeopleQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async revenue(question: RevenueQuestion): Promise<RevenueReport> {
    const period = resolvePeriod(question.period, this.today());
    const days = daysOf(period);
    const comparedWith = comparedPeriod(period, question.compareWith);
    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const key = { currency, period, comparedWith, members };
    const measured = await this.measurements.measure('revenue', key, MAX_AGE_SECONDS, () =>
      this.figures(currency, period, comparedWith, members),
    );
    const { figures } = measured;
    const money = (minor: number): number => asMoney(minor, currency);
    const total = sumOf(figures.days);
    const byDay = new Map(figures.days.map((day) => [day.day, day]));
    const [campaigns, funnels] = figures.days.reduce(
      ([ofCampaigns, ofFunnels], day) => [ofCampaigns + day.campaignRevenue, ofFunnels + day.funnelRevenue],
      [0, 0],
    );
    const isNarrowed = !isEverybody(members);
    return {
      total: { ...earned(total, currency), refunded: money(total.refunded) },
      attribution: isNarrowed
        ? null
        : {
            campaigns: money(campaigns),
            funnels: money(funnels),
            unattributed: money(total.revenue - campaigns - funnels),
          },
      topCampaigns: isNarrowed ? null : await this.named(figures.campaigns, currency),
      timeline: days.map((date) => {
        const { revenue, orders, refunded } = byDay.get(date) ?? NO_REVENUE;
        return { date, revenue: money(revenue), orders, refunded: money(refunded) };
      }),
      otherCurrencies: figures.others.map((other) => ({
        currency: other.currency,
        revenue: asMoney(other.revenue, other.currency),
        orders: other.orders,
      })),
      previous: {
        revenue: money(figures.previous.revenue),
        orders: figures.previous.orders,
        growthRate: growthRate(total.revenue, figures.previous.revenue),
      },
      currency,
      period,
      comparedWith,
      timeZone: this.config.timeZone,
      measured,
    };
  }

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async campaigns(question: RevenueQuestion, page: PageRequest): Promise<RevenueRanking<EarnedByCampaign>> {
    if (!isEverybody(question.members)) throw cannotNarrow(question.members);
    const period = askedPeriod(question.period, this.today());

    const currency = await this.currencies.resolve(question.currency);
    const key = { currency, period, page };
    const measured = await this.measurements.measure('revenue-campaigns', key, MAX_AGE_SECONDS, async () =>
      currency === null ? NOTHING : this.campaignFigures({ currency, period, members: question.members }, page),
    );
    return this.ranking(await this.named(measured.figures.rows, currency), { currency, period, page, measured });
  }

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async contacts(question: RevenueQuestion, page: PageRequest): Promise<RevenueRanking<EarnedByContact>> {
    const period = askedPeriod(question.period, this.today());

    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const key = { currency, period, members, page };
    const measured = await this.measurements.measure('revenue-contacts', key, MAX_AGE_SECONDS, async () =>
      currency === null ? NOTHING : this.contactFigures({ currency, period, members }, page),
    );
    const { rows } = measured.figures;
    const people = await this.people.byId(rows.map(({ id }) => id));
    const items = rows.flatMap((row) => {
      const person = people.get(row.id);
      return person === undefined ? [] : [{ person, ...earned(row, currency) }];
    });
    return this.ranking(items, { currency, period, page, measured });
  }

  private async figures(
    currency: string | null,
    period: Period,
    comparedWith: Period | null,
    members: Members,
  ): Promise<RevenueFigures> {
    if (currency === null) return { days: [], previous: NO_REVENUE, others: [], campaigns: [] };
    const scope = { currency, period, members };
    const [days, previous, all, campaigns] = await Promise.all([
      this.queries.days(scope),
      comparedWith === null ? NO_REVENUE : this.queries.totals({ ...scope, period: comparedWith }),
      this.queries.currencies(period, members),
      isEverybody(members) ? this.queries.campaigns(scope, { offset: 0, limit: TOP_CAMPAIGNS }) : [],
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

  /** Titles are read afresh, and a campaign that was just deleted is not there any more. */
  private async named(rows: readonly RevenueOf[], currency: string | null): Promise<EarnedByCampaign[]> {
    const titles = await this.titles.byId(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const title = titles.get(row.id);
      return title === undefined ? [] : [{ campaignId: row.id, title, ...earned(row, currency) }];
    });
  }

  private ranking<Item>(items: readonly Item[], { currency, period, page, measured }: Ranked): RevenueRanking<Item> {
    const { count, total } = measured.figures;
    return {
      page: { items, total: count, request: page },
      totalRevenue: asMoney(total.revenue, currency),
      totalOrders: total.orders,
      currency,
      period,
      timeZone: this.config.timeZone,
      measured,
    };
  }

  private today(): string {
    return localDay(this.clock.now(), this.config.timeZone);
  }
}

function earned(sums: Pick<RevenueSums, 'revenue' | 'orders'>, currency: string | null): Earned {
  return {
    revenue: asMoney(sums.revenue, currency),
    orders: sums.orders,
    averageOrderValue: averageOrderValue(sums, currency),
  };
}

/** What campaigns brought is not counted by contact. */
function cannotNarrow({ lists, tags }: Members): AppError {
  const reason = 'cannot narrow down campaigns';
  return invalidParams({
    ...(lists.length > 0 ? { lists: reason } : {}),
    ...(tags.length > 0 ? { tags: reason } : {}),
  });
}
