import { Injectable } from '@nestjs/common';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { groupBy, sumOf, trackingOf } from '../figures/figures.js';
import { weekdayOf } from '../periods/period-buckets.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, type Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { type ActivityFigures, ActivityReportsQueries } from './activity-reports.queries.js';
import type { ActivityResponse } from './dto/activity.shapes.js';
import { recentActivity } from './recent-activity.js';

interface CachedActivity {
  readonly days: readonly (ActivityFigures & { readonly day: string })[];
  readonly previous: ActivityFigures | null;
  /** The 24 hours of the day; null for an audience, whose activity is not counted by hour. */
  readonly hours: readonly ActivityFigures[] | null;
  readonly recent: ActivityResponse['recent'];
}

const MAX_AGE_SECONDS = 60;
const HOURS_OF_A_DAY = Array.from({ length: 24 }, (_, hour) => hour);
/** 1 is Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index + 1);
const NOTHING: ActivityFigures = {
  sent: 0,
  opened: 0,
  clicked: 0,
  unsubscribes: 0,
  events: 0,
  orders: 0,
  machineOpens: 0,
  machineClicks: 0,
};

/** Computes the activity of all contacts, or of the current members of lists and tags. */
@Injectable()
export class ActivityReportsService {
  constructor(
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
    const shown = (activity: ActivityFigures) => {
      const { opened, clicked } = trackingOf(activity, request.includeMachine);
      const { sent, unsubscribes, events, orders } = activity;
      return { sent, opens: opened, clicks: clicked, unsubscribes, events, orders };
    };
    const byDay = new Map(days.map((day) => [day.day, day]));
    const byWeekday = groupBy(days, ({ day }) => weekdayOf(day));
    return {
      data: dates.map((date) => ({ ...shown(byDay.get(date) ?? NOTHING), date })),
      totals: shown(sumOf(NOTHING, days)),
      previous: previous && shown(previous),
      by_hour: hours?.map((activity, hour) => ({ ...shown(activity), hour })) ?? null,
      by_weekday: WEEKDAYS.map((weekday) => ({
        ...shown(sumOf(NOTHING, byWeekday.get(weekday) ?? [])),
        weekday,
      })),
      recent,
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  private async figures({ period, comparedWith, audience }: ReportScope): Promise<CachedActivity> {
    const [days, before, hours, recent] = await Promise.all([
      this.queries.days(period, audience),
      comparedWith && this.queries.days(comparedWith, audience),
      isUnfiltered(audience) ? this.hours(period) : null,
      this.recent(audience),
    ]);
    return { days, previous: before && sumOf(NOTHING, before), hours, recent };
  }

  private async hours(period: Period): Promise<ActivityFigures[]> {
    const clock = new WallClock(this.scopes.timeZone);
    const rows = await this.queries.hours(period, this.scopes.timeZone);
    // The repeated hour at the end of daylight saving time is one hour of the day.
    const byHour = groupBy(rows, ({ hour }) => Number(clock.show(hour.getTime()).slice(11, 13)));
    return HOURS_OF_A_DAY.map((hour) => sumOf(NOTHING, byHour.get(hour) ?? []));
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
