import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { isEverybody, type Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { OverviewReportsQueries } from '../overview/overview-reports.queries.js';
import { localDay } from '../periods/local-day.js';
import { comparedPeriod, daysIn, type Period, resolvePeriod } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { type Bucket, bucketKey, bucketsOf, type Grouping } from './growth-buckets.js';
import { type GrowthAt, type GrowthFigures, GrowthReportsQueries } from './growth-reports.queries.js';

export interface GrowthQuestion extends ReportQuestion {
  readonly groupBy: Grouping;
}

/** With how many came more than left, and how many were subscribed in the end. */
export interface GrowthSum extends GrowthFigures {
  readonly net: number;
  readonly total: number;
}

export interface GrowthPoint extends GrowthSum, Pick<Bucket, 'date' | 'partial'> {}

interface GrowthOfPeriods {
  readonly data: readonly GrowthPoint[];
  readonly totals: GrowthSum;
  /** Null when nothing is compared. */
  readonly previous: GrowthSum | null;
}

export interface Growth extends GrowthOfPeriods {
  readonly period: Period;
  readonly comparedWith: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

const MAX_AGE_SECONDS = 300;
const MOST_DAYS_BY_HOUR = 90;
const NOTHING: GrowthFigures = { newSubscribed: 0, leftSubscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };

/** Who came and went, of everybody or of the present members of lists and tags. */
@Injectable()
export class GrowthReportsService {
  constructor(
    private readonly queries: GrowthReportsQueries,
    private readonly overview: OverviewReportsQueries,
    private readonly members: MembersQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws AppError rest_invalid_param, also for hours of more than 90 days; invalid_date_range; rest_post_invalid_id for an
   * unknown list or tag.
   */
  async growth({ groupBy, ...question }: GrowthQuestion): Promise<Growth> {
    const { timeZone } = this.config;
    const period = resolvePeriod(question.period, localDay(this.clock.now(), timeZone));
    if (groupBy === 'hour' && daysIn(period) > MOST_DAYS_BY_HOUR)
      throw invalidParam('group_by', `hour is for at most ${MOST_DAYS_BY_HOUR} days`);
    const comparedWith = comparedPeriod(period, question.compareWith);
    const members = await this.members.require(question.members);
    const asked = { period, comparedWith, members, groupBy };
    const measured = await this.measurements.measure('subscriber-growth', asked, MAX_AGE_SECONDS, async () => {
      const buckets = bucketsOf(period, groupBy, timeZone);
      const subscribed = await this.overview.subscribers(members);
      const rows = await this.rows(period, members, groupBy);
      const data = points(buckets, rows, groupBy, subscribed - (await this.netSince(period, members)));
      const previous = comparedWith === null ? null : await this.sumOf(comparedWith, members, subscribed);
      return { data, totals: sumUp(data, data.at(-1)?.total ?? 0), previous };
    });
    return { ...measured.figures, period, comparedWith, timeZone, measured };
  }

  private async sumOf(period: Period, members: Members, subscribed: number): Promise<GrowthSum> {
    const rows = await this.rows(period, members, 'day');
    return sumUp(rows, subscribed - (await this.netSince(period, members)));
  }

  /** Days of everybody are counted as such; of members there are hours only. */
  private rows(period: Period, members: Members, groupBy: Grouping): Promise<GrowthAt[]> {
    return groupBy !== 'hour' && isEverybody(members)
      ? this.queries.byDay(period)
      : this.queries.byHour(period, members, this.config.timeZone);
  }

  private netSince({ to }: Period, members: Members): Promise<number> {
    return this.queries.netSince(to, members, this.config.timeZone);
  }
}

/**
 * What happened in each bucket, and how many were subscribed at its end.
 * @param total how many were at the end of the last one. There is no record of earlier totals: they follow from this one.
 */
function points(
  buckets: readonly Bucket[],
  rows: readonly GrowthAt[],
  grouping: Grouping,
  total: number,
): GrowthPoint[] {
  const byKey = new Map<string, GrowthFigures>();
  for (const row of rows) {
    const key = bucketKey(row.at, grouping);
    byKey.set(key, plus(byKey.get(key) ?? NOTHING, row));
  }
  let left = total;
  return buckets
    .toReversed()
    .map(({ key, date, partial }) => {
      const figures = byKey.get(key) ?? NOTHING;
      const point = { date, partial, ...figures, net: netOf(figures), total: left };
      left -= point.net;
      return point;
    })
    .toReversed();
}

function sumUp(parts: readonly GrowthFigures[], total: number): GrowthSum {
  const figures = parts.reduce(plus, NOTHING);
  return { ...figures, net: netOf(figures), total };
}

const netOf = ({ newSubscribed, leftSubscribed }: GrowthFigures): number => newSubscribed - leftSubscribed;

function plus(one: GrowthFigures, other: GrowthFigures): GrowthFigures {
  return {
    newSubscribed: one.newSubscribed + other.newSubscribed,
    leftSubscribed: one.leftSubscribed + other.leftSubscribed,
    unsubscribed: one.unsubscribed + other.unsubscribed,
    bounced: one.bounced + other.bounced,
    complained: one.complained + other.complained,
  };
}
