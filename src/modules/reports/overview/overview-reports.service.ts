import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { isEverybody, type Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { localDay } from '../periods/local-day.js';
import { comparedPeriod, type Period, resolvePeriod } from '../periods/report-period.js';
import { growthRate, percent } from '../../../platform/rates/rates.js';
import type { ReportQuestion } from '../report-question.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import { asMoney } from '../revenue/revenue-figures.js';
import { RevenueQueries } from '../revenue/revenue.queries.js';
import { OverviewReportsQueries, type PeriodFigures } from './overview-reports.queries.js';

/** Rates are percent with one decimal. */
export interface Overview {
  readonly totalSubscribers: number;
  readonly growth: { readonly current: number; readonly previous: number; readonly rate: number };
  readonly emails: {
    readonly sent: number;
    readonly opened: number;
    readonly clicked: number;
    readonly openRate: number;
    readonly clickRate: number;
  };
  /** A decimal of the currency, which is null when nothing was ever ordered. */
  readonly revenue: { readonly total: number; readonly growth: number; readonly currency: string | null };
  readonly period: Period;
  readonly comparedWith: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

export interface OverviewQuestion extends ReportQuestion {
  readonly currency?: string | undefined;
}

interface OverviewFigures {
  readonly current: PeriodFigures;
  readonly previousSubscribed: number;
  /** In the smallest unit. */
  readonly revenue: number;
  readonly previousRevenue: number;
}

const MAX_AGE_SECONDS = 60;

/** How a period went, for everybody or for the present members of lists and tags. */
@Injectable()
export class OverviewReportsService {
  constructor(
    private readonly queries: OverviewReportsQueries,
    private readonly revenue: RevenueQueries,
    private readonly currencies: ReportCurrency,
    private readonly members: MembersQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async overview(question: OverviewQuestion): Promise<Overview> {
    const { timeZone } = this.config;
    const period = resolvePeriod(question.period, localDay(this.clock.now(), timeZone));
    const comparedWith = comparedPeriod(period, question.compareWith);
    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const key = { period, comparedWith, members, currency };
    const [measured, totalSubscribers] = await Promise.all([
      this.measurements.measure('overview', key, MAX_AGE_SECONDS, () =>
        this.take(period, comparedWith, members, currency),
      ),
      this.subscribers(members),
    ]);
    const { current, previousSubscribed, revenue, previousRevenue } = measured.figures;
    return {
      totalSubscribers,
      growth: {
        current: current.newSubscribed,
        previous: previousSubscribed,
        rate: growthRate(current.newSubscribed, previousSubscribed),
      },
      emails: emailStats(current, question.includeMachine),
      revenue: { total: asMoney(revenue, currency), growth: growthRate(revenue, previousRevenue), currency },
      period,
      comparedWith,
      timeZone,
      measured,
    };
  }

  private async take(
    period: Period,
    comparedWith: Period | null,
    members: Members,
    currency: string | null,
  ): Promise<OverviewFigures> {
    const revenueOf = async (days: Period | null): Promise<number> =>
      days === null || currency === null ? 0 : (await this.revenue.totals({ currency, period: days, members })).revenue;
    const [current, previous, revenue, previousRevenue] = await Promise.all([
      this.queries.figures(period, members),
      comparedWith === null ? null : this.queries.figures(comparedWith, members),
      revenueOf(period),
      revenueOf(comparedWith),
    ]);
    return { current, previousSubscribed: previous?.newSubscribed ?? 0, revenue, previousRevenue };
  }

  /** That of everybody is a maintained counter and read afresh, so that nobody misses a contact just added. */
  private async subscribers(members: Members): Promise<number> {
    if (isEverybody(members)) return this.queries.subscribers(members);
    const measured = await this.measurements.measure('subscribers', members, MAX_AGE_SECONDS, () =>
      this.queries.subscribers(members),
    );
    return measured.figures;
  }
}

function emailStats(figures: PeriodFigures, includeMachine: boolean): Overview['emails'] {
  const opened = figures.opened + (includeMachine ? figures.machineOpens : 0);
  const clicked = figures.clicked + (includeMachine ? figures.machineClicks : 0);
  return {
    sent: figures.sent,
    opened,
    clicked,
    openRate: percent(opened, figures.sent),
    clickRate: percent(clicked, figures.sent),
  };
}
