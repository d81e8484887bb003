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
import { HALF_LIFE_DAYS, POINTS, POINTS_TO_HALF } from '../rollups/engagement.js';
import { asOf, type TopSubscriber, TopSubscribersService } from '../top-subscribers/top-subscribers.service.js';
import { EngagementQueries } from './engagement.queries.js';
import { distributionOf, type ScoreDistribution } from './score-distribution.js';

export interface EngagementQuestion extends Pick<ReportQuestion, 'period' | 'members'> {
  readonly currency?: string | undefined;
}

export interface EngagementScores extends ScoreDistribution {
  /** The ten highest. */
  readonly top: readonly TopSubscriber[];
  readonly formula: typeof FORMULA;
  /** Of the amounts of the ten highest; null when nothing was ever ordered. */
  readonly currency: string | null;
  /** Null for all time. */
  readonly period: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

/** How a score comes about, for those who want to check one. */
export const FORMULA = {
  points: POINTS,
  halfLifeDays: HALF_LIFE_DAYS,
  score: `round(100 * (1 - 2 ^ (-points / ${POINTS_TO_HALF})))`,
} as const;

const MAX_AGE_SECONDS = 900;
const TOP = 10;

/** How much contacts care. */
@Injectable()
export class EngagementReportsService {
  constructor(
    private readonly queries: EngagementQueries,
    private readonly top: TopSubscribersService,
    private readonly currencies: ReportCurrency,
    private readonly members: MembersQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async scores(question: EngagementQuestion): Promise<EngagementScores> {
    const { timeZone } = this.config;
    const today = localDay(this.clock.now(), timeZone);
    const period = askedPeriod(question.period, today);
    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const scope = { period, members };
    const key = { ...scope, currency, today };
    const measured = await this.measurements.measure('engagement-scores', key, MAX_AGE_SECONDS, async () => {
      const [counts, contacts, top] = await Promise.all([
        this.queries.scores(scope, asOf(period, today)),
        this.queries.contacts(members),
        this.top.figures('engagement', scope, { limit: TOP, currency, today }),
      ]);
      return { distribution: distributionOf(counts, contacts), top };
    });
    return {
      ...measured.figures.distribution,
      top: await this.top.known(measured.figures.top),
      formula: FORMULA,
      currency,
      period,
      timeZone,
      measured,
    };
  }
}
