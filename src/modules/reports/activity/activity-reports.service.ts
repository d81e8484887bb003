import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { countersOf, figuresByDay, figuresOf, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import { weekdayOf } from '../periods/period-buckets.js';
import { contactSummary, CurrentNames } from '../names/current-names.queries.js';
import { daysOf, type Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';
import { type ReportRequest, type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { activityCountsShape, type ActivityResponse, type ActivityType } from './dto/activity.shapes.js';

const RECENT_EVENTS = {
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.unsubscribed': 'unsubscribed',
  'contact.event_tracked': 'event_tracked',
  'commerce.order_created': 'order_created',
} as const satisfies Record<string, ActivityType>;
type RecentEventName = keyof typeof RECENT_EVENTS;

type Listed<Event> = Event extends StoredEvent ? Pick<Event, 'id' | 'type' | 'data' | 'occurredAt'> : never;
type RecentEvent = Listed<StoredEvent<RecentEventName>>;

const MAX_AGE_SECONDS = 60;
const HOURS_OF_A_DAY = Array.from({ length: 24 }, (_, hour) => hour);
/** 1 is Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index + 1);
const RECENT = namedSql(__dirname, 'recent');
const RECENT_OF_AUDIENCE = namedSql(__dirname, 'recent-of-audience');
/** Of the events at the end of the log, `window` are scanned, and with an audience, `candidates`. */
const RECENT_LIMITS = { window: 50_000, candidates: 2_000, limit: 20 };
const COUNTERS = countersOf('daily_stats', activityCountsShape);

@Injectable()
export class ActivityReportsService {
  constructor(
    private readonly sums: ContactSums,
    private readonly db: Database,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

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
      by_weekday: WEEKDAYS.map((weekday) => ({ ...shown(sumOf(COUNTERS, byWeekday.get(weekday) ?? [])), weekday })),
      recent,
      meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
    };
  }

  private async figures({ period, comparedWith, audience }: ReportScope) {
    const [days, before, hours, recent] = await Promise.all([
      this.sums.days(period, audience, activityCountsShape),
      comparedWith && this.sums.days(comparedWith, audience, activityCountsShape),
      // The activity of an audience is not counted by hour.
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

  /** Newest first. */
  private async recent(audience: AudienceFilter): Promise<ActivityResponse['recent']> {
    const sql = audienceSql(audience, RECENT, RECENT_OF_AUDIENCE, 'ORDER BY c.id DESC LIMIT :limit');
    const rows = await this.db.query<Omit<RecentEvent, 'data'> & { readonly data: string }>(sql, {
      types: Object.keys(RECENT_EVENTS),
      ...RECENT_LIMITS,
      ...audience,
    });
    const activities = rows.map((row) =>
      recentActivity({ ...row, data: JSON.parse(row.data) as unknown } as RecentEvent),
    );
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

/** Returns what happened, and by whom. The URL of a click is read from its link: the one in the event has values of the recipient. */
function recentActivity(event: RecentEvent) {
  const type = RECENT_EVENTS[event.type];
  const activity = (
    contactId: number | null,
    detail: Readonly<Record<string, unknown>>,
    moment = '',
    linkId: number | null = null,
    // An open or click may be recorded later than it happened.
  ) => ({ type, at: parseTimestamp(moment) ?? event.occurredAt, contactId, linkId, detail });
  switch (event.type) {
    case 'email.opened': {
      const { email } = event.data;
      return activity(email.contact_id, mail(email), email.opened_at);
    }
    case 'email.clicked': {
      const { email } = event.data;
      return activity(email.contact_id, mail(email), email.clicked_at, email.link_id);
    }
    case 'email.unsubscribed': {
      const { email } = event.data;
      return activity(email.contact_id, { ...mail(email), method: email.method }, email.unsubscribed_at);
    }
    case 'contact.event_tracked': {
      const { contact, event: tracked } = event.data;
      return activity(contact.id, { event_key: tracked.event_key, title: tracked.title });
    }
    case 'commerce.order_created': {
      const { contact, order } = event.data;
      return activity(contact.id, { order_id: order.id, total: order.total, currency: order.currency });
    }
  }
}

interface Mail {
  readonly id: number;
  readonly campaign_id: number | null;
  readonly funnel_id: number | null;
}

const mail = ({ id, campaign_id, funnel_id }: Mail) => ({ email_id: id, campaign_id, funnel_id });
