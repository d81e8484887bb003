import { Injectable } from '@nestjs/common';
import type { LocalTime } from '../../../platform/clock/local-time.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { countersOf, figuresOf, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import { daysIn, type Period } from '../periods/report-period.js';
import { type ReportRequest, type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { type GrowthResponse, growthSumShape } from './dto/growth.shapes.js';
import { type Bucket, bucketKey, bucketsOf, type Grouping } from '../periods/period-buckets.js';
import { WallClock } from '../periods/wall-clock.js';

type GrowthSum = GrowthResponse['totals'];
type GrowthPoint = GrowthResponse['data'][number];
type GrowthAt = Sums & { readonly at: LocalTime };

const MAX_AGE_SECONDS = 300;
const MAX_DAYS_BY_HOUR = 90;
const COUNTERS = countersOf('daily_stats', growthSumShape);

@Injectable()
export class GrowthReportsService {
  constructor(
    private readonly sums: ContactSums,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async growth(request: ReportRequest, groupBy: Grouping): Promise<GrowthResponse> {
    const scope = await this.scopes.of(request);
    if (groupBy === 'hour' && daysIn(scope.period) > MAX_DAYS_BY_HOUR)
      throw invalidParam('group_by', `hour is for at most ${MAX_DAYS_BY_HOUR} days`);
    const key = { ...scope, groupBy };
    const { figures, freshness } = await this.cache.fetch('subscriber-growth', key, MAX_AGE_SECONDS, () =>
      this.figures(scope, groupBy),
    );
    return { ...figures, meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith } };
  }

  private async figures({ period, comparedWith, audience }: ReportScope, groupBy: Grouping) {
    const { timeZone } = this.scopes;
    const buckets = bucketsOf(period, groupBy, timeZone);
    const subscribed = await this.sums.size(audience, 'subscribed');
    const rows = await this.rows(period, audience, groupBy);
    const total = subscribed - (await this.sums.netSince(period, audience, timeZone));
    const data = points(buckets, rows, groupBy, total);
    return {
      data,
      totals: shown(rows, data.at(-1)?.total ?? 0),
      previous: comparedWith && (await this.totals(comparedWith, audience, subscribed)),
    };
  }

  private async totals(period: Period, audience: AudienceFilter, subscribed: number): Promise<GrowthSum> {
    const rows = await this.rows(period, audience, 'day');
    return shown(rows, subscribed - (await this.sums.netSince(period, audience, this.scopes.timeZone)));
  }

  /** All contacts are counted by day and hour, an audience only by hour. */
  private async rows(period: Period, audience: AudienceFilter, groupBy: Grouping): Promise<GrowthAt[]> {
    if (groupBy !== 'hour' && isUnfiltered(audience)) {
      const days = await this.sums.days(period, audience, growthSumShape);
      return days.map(({ day, ...sums }) => ({ ...sums, at: { day, hour: '' } }));
    }
    const { timeZone } = this.scopes;
    const clock = new WallClock(timeZone);
    const hours = await this.sums.hours(period, audience, timeZone, growthSumShape);
    return hours.map(({ hour, ...sums }) => ({
      ...sums,
      at: { day: clock.show(hour.getTime()).slice(0, 10), hour: sqlTimestamp(hour) },
    }));
  }
}

/** @param total subscribed contacts at the end of the last bucket, from which earlier totals are derived. */
function points(
  buckets: readonly Bucket[],
  rows: readonly GrowthAt[],
  grouping: Grouping,
  total: number,
): GrowthPoint[] {
  const byKey = Map.groupBy(rows, ({ at }) => bucketKey(at, grouping));
  let left = total;
  return buckets
    .toReversed()
    .map(({ key, date, partial }) => {
      const point = { ...shown(byKey.get(key) ?? [], left), date, partial };
      left -= point.net;
      return point;
    })
    .toReversed();
}

const shown = (rows: readonly GrowthAt[], total: number): GrowthSum => ({
  ...figuresOf(growthSumShape, sumOf(COUNTERS, rows)),
  total,
});
