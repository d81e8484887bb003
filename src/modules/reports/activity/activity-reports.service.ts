import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { weekdayOf } from '../growth/growth-buckets.js';
import { isEverybody, type Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { daysOf } from '../periods/days-of.js';
import { localDay } from '../periods/local-day.js';
import { comparedPeriod, type Period, resolvePeriod } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';
import type { ReportQuestion } from '../report-question.js';
import { type ActiveContact, type ActivityFigures, ActivityReportsQueries } from './activity-reports.queries.js';
import { recentActivity, type RecentActivity } from './recent-activity.js';

/** What somebody did; machines are in opens and clicks where they were asked for. */
export type Deeds = Omit<ActivityFigures, 'machineOpens' | 'machineClicks'>;

/** One thing that a contact did, told of with the contact as it is now; null when it is gone. */
export interface RecentItem extends Omit<RecentActivity, 'contactId' | 'linkId' | 'at'> {
  /** ISO 8601. */
  readonly at: string;
  readonly contact: ActiveContact | null;
}

export interface Activity {
  readonly data: readonly (Deeds & { readonly date: string })[];
  readonly totals: Deeds;
  /** Null when nothing is compared. */
  readonly previous: Deeds | null;
  /** For each of the 24 hours of a day; null for members, of whom no hours are kept. */
  readonly byHour: readonly (Deeds & { readonly hour: number })[] | null;
  /** Monday is 1. */
  readonly byWeekday: readonly (Deeds & { readonly weekday: number })[];
  readonly recent: readonly RecentItem[];
  readonly period: Period;
  readonly comparedWith: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

interface Taken {
  readonly days: readonly (ActivityFigures & { readonly day: string })[];
  readonly previous: ActivityFigures | null;
  readonly hours: readonly (ActivityFigures & { readonly hour: number })[] | null;
  readonly recent: readonly RecentItem[];
}

const MAX_AGE_SECONDS = 60;
const HOURS_OF_A_DAY = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index + 1);
const NOTHING: ActivityFigures = {
  sent: 0,
  opens: 0,
  clicks: 0,
  unsubscribes: 0,
  events: 0,
  orders: 0,
  machineOpens: 0,
  machineClicks: 0,
};

/** What contacts do, and when: everybody, or the present members of lists and tags. */
@Injectable()
export class ActivityReportsService {
  constructor(
    private readonly queries: ActivityReportsQueries,
    private readonly members: MembersQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async activity(question: ReportQuestion): Promise<Activity> {
    const { timeZone } = this.config;
    const period = resolvePeriod(question.period, localDay(this.clock.now(), timeZone));
    const dates = daysOf(period);
    const comparedWith = comparedPeriod(period, question.compareWith);
    const members = await this.members.require(question.members);
    const measured = await this.measurements.measure(
      'subscriber-activity',
      { period, comparedWith, members },
      MAX_AGE_SECONDS,
      () => this.take(period, comparedWith, members),
    );
    const { days, previous, hours, recent } = measured.figures;
    const deeds = (figures: ActivityFigures): Deeds => deedsIn(figures, question.includeMachine);
    const byDay = new Map(days.map((figures) => [figures.day, figures]));
    return {
      data: dates.map((date) => ({ date, ...deeds(byDay.get(date) ?? NOTHING) })),
      totals: deeds(days.reduce(plus, NOTHING)),
      previous: previous === null ? null : deeds(previous),
      byHour: hours?.map((figures) => ({ hour: figures.hour, ...deeds(figures) })) ?? null,
      byWeekday: WEEKDAYS.map((weekday) => ({
        weekday,
        ...deeds(days.filter(({ day }) => weekdayOf(day) === weekday).reduce(plus, NOTHING)),
      })),
      recent,
      ...{ period, comparedWith, timeZone, measured },
    };
  }

  private async take(period: Period, comparedWith: Period | null, members: Members): Promise<Taken> {
    const [days, before, hours, recent] = await Promise.all([
      this.queries.days(period, members),
      comparedWith === null ? null : this.queries.days(comparedWith, members),
      isEverybody(members) ? this.hours(period) : null,
      this.recent(members),
    ]);
    return { days, previous: before?.reduce<ActivityFigures>(plus, NOTHING) ?? null, hours, recent };
  }

  private async hours(period: Period): Promise<NonNullable<Taken['hours']>> {
    const clock = new WallClock(this.config.timeZone);
    const sums = HOURS_OF_A_DAY.map(() => NOTHING);
    for (const { hour: began, ...figures } of await this.queries.hours(period, this.config.timeZone)) {
      // The hour that autumn repeats is one hour of the day.
      const hour = Number(clock.show(began.getTime()).slice(11, 13));
      sums[hour] = plus(sums[hour] ?? NOTHING, figures);
    }
    return sums.map((figures, hour) => ({ hour, ...figures }));
  }

  private async recent(members: Members): Promise<RecentItem[]> {
    const activities = (await this.queries.recent(members)).map(recentActivity);
    const contacts = await this.queries.contacts(
      activities.flatMap(({ contactId }) => (contactId === null ? [] : [contactId])),
    );
    const links = await this.queries.links(activities.flatMap(({ linkId }) => linkId ?? []));
    return activities.map(({ contactId, linkId, at, type, detail }) => ({
      type,
      at: at.toISOString(),
      detail: { ...detail, ...(linkId !== null && links.has(linkId) ? { url: links.get(linkId) } : {}) },
      contact: (contactId === null ? null : contacts.get(contactId)) ?? null,
    }));
  }
}

function deedsIn({ machineOpens, machineClicks, ...figures }: ActivityFigures, includeMachine: boolean): Deeds {
  const { sent, opens, clicks, unsubscribes, events, orders } = figures;
  return {
    sent,
    opens: opens + (includeMachine ? machineOpens : 0),
    clicks: clicks + (includeMachine ? machineClicks : 0),
    unsubscribes,
    events,
    orders,
  };
}

function plus(one: ActivityFigures, other: ActivityFigures): ActivityFigures {
  return {
    sent: one.sent + other.sent,
    opens: one.opens + other.opens,
    clicks: one.clicks + other.clicks,
    unsubscribes: one.unsubscribes + other.unsubscribes,
    events: one.events + other.events,
    orders: one.orders + other.orders,
    machineOpens: one.machineOpens + other.machineOpens,
    machineClicks: one.machineClicks + other.machineClicks,
  };
}
