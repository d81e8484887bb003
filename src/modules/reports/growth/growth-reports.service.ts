import { Injectable } from '@nestjs/common';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { groupBy, sumOf } from '../figures/figures.js';
import { OverviewReportsQueries } from '../overview/overview-reports.queries.js';
import { daysIn, type Period } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import type { GrowthResponse } from './dto/growth.shapes.js';
import { type Bucket, bucketKey, bucketsOf, type Grouping } from '../periods/period-buckets.js';
import { type GrowthAt, type GrowthFigures, GrowthReportsQueries } from './growth-reports.queries.js';

type GrowthSum = GrowthResponse['totals'];
type GrowthPoint = GrowthResponse['data'][number];

const MAX_AGE_SECONDS = 300;
const MAX_DAYS_BY_HOUR = 90;
const NOTHING: GrowthFigures = { newSubscribed: 0, leftSubscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };

/** Computes the growth of all contacts, or of the current members of lists and tags. */
@Injectable()
export class GrowthReportsService {
  constructor(
    private readonly queries: GrowthReportsQueries,
    private readonly overview: OverviewReportsQueries,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /**
   * @throws AppError rest_invalid_param, also for hours of more than 90 days; invalid_date_range; rest_post_invalid_id
   * for an unknown list or tag.
   */
  async growth(request: ReportRequest, groupBy: Grouping): Promise<GrowthResponse> {
    const scope = await this.scopes.of(request);
    if (groupBy === 'hour' && daysIn(scope.period) > MAX_DAYS_BY_HOUR)
      throw invalidParam('group_by', `hour is for at most ${MAX_DAYS_BY_HOUR} days`);
    const { figures, freshness } = await this.cache.fetch(
      'subscriber-growth',
      { ...scope, groupBy },
      MAX_AGE_SECONDS,
      () => this.figures(scope, groupBy),
    );
    return { ...figures, meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith } };
  }

  private async figures(
    { period, comparedWith, audience }: ReportScope,
    groupBy: Grouping,
  ): Promise<Omit<GrowthResponse, 'meta'>> {
    const buckets = bucketsOf(period, groupBy, this.scopes.timeZone);
    const subscribed = await this.overview.subscribers(audience);
    const rows = await this.rows(period, audience, groupBy);
    const total = subscribed - (await this.netSince(period, audience));
    const data = points(buckets, rows, groupBy, total);
    return {
      data,
      totals: { ...sumOf(shown(NOTHING, 0), data), total: data.at(-1)?.total ?? 0 },
      previous: comparedWith && (await this.totals(comparedWith, audience, subscribed)),
    };
  }

  private async totals(period: Period, audience: AudienceFilter, subscribed: number): Promise<GrowthSum> {
    const rows = await this.rows(period, audience, 'day');
    return shown(sumOf(NOTHING, rows), subscribed - (await this.netSince(period, audience)));
  }

  /** All contacts are counted by day and hour, an audience only by hour. */
  private rows(period: Period, audience: AudienceFilter, groupBy: Grouping): Promise<GrowthAt[]> {
    return groupBy !== 'hour' && isUnfiltered(audience)
      ? this.queries.byDay(period)
      : this.queries.byHour(period, audience, this.scopes.timeZone);
  }

  private netSince(period: Period, audience: AudienceFilter): Promise<number> {
    return this.queries.netSince(period, audience, this.scopes.timeZone);
  }
}

/**
 * Returns the changes in each bucket and the subscribed contacts at its end.
 * @param total subscribed contacts at the end of the last bucket. Earlier totals are not recorded but derived from it.
 */
function points(
  buckets: readonly Bucket[],
  rows: readonly GrowthAt[],
  grouping: Grouping,
  total: number,
): GrowthPoint[] {
  const byKey = groupBy(rows, ({ at }) => bucketKey(at, grouping));
  let left = total;
  return buckets
    .toReversed()
    .map(({ key, date, partial }) => {
      const point = { ...shown(sumOf(NOTHING, byKey.get(key) ?? []), left), date, partial };
      left -= point.net;
      return point;
    })
    .toReversed();
}

const shown = (figures: GrowthFigures, total: number): GrowthSum => ({
  new: figures.newSubscribed,
  unsubscribed: figures.unsubscribed,
  bounced: figures.bounced,
  complained: figures.complained,
  left: figures.leftSubscribed,
  net: figures.newSubscribed - figures.leftSubscribed,
  total,
});
