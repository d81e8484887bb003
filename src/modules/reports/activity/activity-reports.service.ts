import { Injectable } from '@nestjs/common';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { ContactSums, type SumsOfDay } from '../figures/contact-sums.queries.js';
import { countersOf, figuresByDay, figuresOf, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import { weekdayOf } from '../periods/period-buckets.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, type Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { ActivityReportsQueries } from './activity-reports.queries.js';
import { activityCountsShape, type ActivityResponse } from './dto/activity.shapes.js';
import { recentActivity } from './recent-activity.js';

interface CachedActivity {
  readonly days: readonly SumsOfDay[];
  readonly previous: Sums | null;
  /** The 24 hours of the day; null for an audience, whose activity is not counted by hour. */
  readonly hours: readonly Sums[] | null;
  readonly recent: ActivityResponse['recent'];
}

const MAX_AGE_SECONDS = 60;
const HOURS_OF_A_DAY = Array.from({ length: 24 }, (_, hour) => hour);
/** 1 is Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index + 1);
const COUNTERS = countersOf('daily_stats', activityCountsShape);

/** Computes the activity of all contacts, or of the current members of lists and tags. */
@Injectable()
export class ActivityReportsService {
  constructor(
    private readonly sums: ContactSums,
    private readonly queries: ActivityReportsQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async activity(request: ReportRequest): Promise<ActivityResponse> {
    const scope = await this.scopes.of(request);
    const dates = daysOf(scope.period);
    const { figures, freshness } = await this.cache.fetch('subscriber-activity', scope, MAX_AGE_SECONDS, () =>
      this.figures(scope),
    );
    const { days, previous, hours, recent } = figures;
    const figureScope = { includeMachine: request.includeMachine, currency: null };
    const shown = (sums: Sums) => figuresOf(activityCountsShape, sums, figureScope);
    const byWeekday = Map.groupBy(days, ({ day }) => weekdayOf(day));
    return {
      data: figuresByDay(activityCountsShape, dates, days, figureScope),
      totals: shown(sumOf(COUNTERS, days)),
      previous: previous && shown(previous),
      by_hour: hours?.map((activity, hour) => ({ ...shown(activity), hour })) ?? null,
      by_weekday: WEEKDAYS.map((weekday) => ({
        ...shown(sumOf(COUNTERS, byWeekday.get(weekday) ?? [])),
        weekday,
      })),
      recent,
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  private async figures({ period, comparedWith, audience }: ReportScope): Promise<CachedActivity> {
    const [days, before, hours, recent] = await Promise.all([
      this.sums.days(period, audience, activityCountsShape),
      comparedWith && this.sums.days(comparedWith, audience, activityCountsShape),
      isUnfiltered(audience) ? this.hours(period, audience) : null,
      this.recent(audience),
    ]);
    return { days, previous: before && sumOf(COUNTERS, before), hours, recent };
  }

  private async hours(period: Period, audience: AudienceFilter): Promise<Sums[]> {
    const clock = new WallClock(this.scopes.timeZone);
    const rows = await this.sums.hours(period, audience, this.scopes.timeZone, activityCountsShape);
    // The repeated hour at the end of daylight saving time is one hour of the day.
    const byHour = Map.groupBy(rows, ({ hour }) => Number(clock.show(hour.getTime()).slice(11, 13)));
    return HOURS_OF_A_DAY.map((hour) => sumOf(COUNTERS, byHour.get(hour) ?? []));
  }

  private async recent(audience: AudienceFilter): Promise<ActivityResponse['recent']> {
    const activities = (await this.queries.recent(audience)).map(recentActivity);
    const contacts = await this.names.contacts(activities.flatMap(({ contactId }) => contactId ?? []));
    const links = await this.names.links(activities.flatMap(({ linkId }) => linkId ?? []));
    return activities.map(({ contactId, linkId, at, type, detail }) => {
      const contact = contacts.get(contactId ?? 0);
      const url = links.get(linkId ?? 0);
      return {
        type,
        at: at.toISOString(),
        contact: contact ? contactSummary(contact) : null,
        detail: { ...detail, ...(url === undefined ? {} : { url }) },
      };
    });
  }
}
