import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/compared-meta.response.js';
import type { ActiveContact } from '../activity-reports.queries.js';
import type { Activity, Deeds, RecentItem } from '../activity-reports.service.js';
import { type ActivityType, RECENT_EVENTS } from '../recent-activity.js';

class DeedsResponse {
  @ApiProperty({ type: 'integer', example: 1000, description: 'Mails sent to contacts' }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Mails opened for the first time' })
  readonly opens: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Mails clicked for the first time' })
  readonly clicks: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Opt-outs through a mail' }) readonly unsubscribes: number;
  @ApiProperty({ type: 'integer', example: 210, description: 'Tracked events' }) readonly events: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Completed orders, in whatever currency' })
  readonly orders: number;

  constructor({ sent, opens, clicks, unsubscribes, events, orders }: Deeds) {
    this.sent = sent;
    this.opens = opens;
    this.clicks = clicks;
    this.unsubscribes = unsubscribes;
    this.events = events;
    this.orders = orders;
  }
}

class ActivityOfDayResponse extends DeedsResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date: string;

  constructor(day: Deeds & { readonly date: string }) {
    super(day);
    this.date = day.date;
  }
}

class ActivityOfHourResponse extends DeedsResponse {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, example: 9, description: 'Hour of the local day' })
  readonly hour: number;

  constructor(hour: Deeds & { readonly hour: number }) {
    super(hour);
    this.hour = hour.hour;
  }
}

class ActivityOfWeekdayResponse extends DeedsResponse {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, example: 1, description: 'Monday is 1' })
  readonly weekday: number;

  constructor(weekday: Deeds & { readonly weekday: number }) {
    super(weekday);
    this.weekday = weekday.weekday;
  }
}

class ActiveContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id: number;
  @ApiProperty({ example: 'ada@example.com' }) readonly email: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ada' }) readonly first_name: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Lovelace' }) readonly last_name: string | null;

  constructor(contact: ActiveContact) {
    this.id = contact.id;
    this.email = contact.email;
    this.first_name = contact.firstName;
    this.last_name = contact.lastName;
  }
}

class RecentActivityResponse {
  @ApiProperty({ enum: Object.values(RECENT_EVENTS), example: 'clicked' }) readonly type: ActivityType;
  @ApiProperty({ example: '2026-06-30T11:58:03.000Z' }) readonly at: string;
  @ApiProperty({ type: ActiveContactResponse, nullable: true, description: 'As it is now; null when it is gone' })
  readonly contact: ActiveContactResponse | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Of a mail `email_id`, `campaign_id` and `funnel_id`, with the `url` clicked as it was written or the `method` of opting out; of an event its `event_key` and `title`; of an order `order_id`, `total` and `currency`',
    example: { email_id: 1042, campaign_id: 9, funnel_id: null, url: 'https://example.com/offer' },
  })
  readonly detail: Readonly<Record<string, unknown>>;

  constructor({ type, at, contact, detail }: RecentItem) {
    this.type = type;
    this.at = at;
    this.contact = contact === null ? null : new ActiveContactResponse(contact);
    this.detail = detail;
  }
}

export class ActivityResponse {
  @ApiProperty({ type: [ActivityOfDayResponse], description: 'Every day of the period' })
  readonly data: readonly ActivityOfDayResponse[];
  @ApiProperty({ description: 'Of the whole period' }) readonly totals: DeedsResponse;
  @ApiProperty({ type: DeedsResponse, nullable: true, description: 'The same of the period compared with' })
  readonly previous: DeedsResponse | null;
  @ApiProperty({
    type: [ActivityOfHourResponse],
    nullable: true,
    description:
      'The 24 hours of a day, over the whole period. Null with `lists[]` or `tags[]`: hours are not kept by contact',
  })
  readonly by_hour: readonly ActivityOfHourResponse[] | null;
  @ApiProperty({ type: [ActivityOfWeekdayResponse], description: 'Monday to Sunday, over the whole period' })
  readonly by_weekday: readonly ActivityOfWeekdayResponse[];
  @ApiProperty({ type: [RecentActivityResponse], description: 'The newest first, at most 20, whatever the period' })
  readonly recent: readonly RecentActivityResponse[];
  @ApiProperty() readonly meta: ComparedMetaResponse;

  constructor(activity: Activity) {
    const { previous, byHour } = activity;
    this.data = activity.data.map((day) => new ActivityOfDayResponse(day));
    this.totals = new DeedsResponse(activity.totals);
    this.previous = previous === null ? null : new DeedsResponse(previous);
    this.by_hour = byHour?.map((hour) => new ActivityOfHourResponse(hour)) ?? null;
    this.by_weekday = activity.byWeekday.map((weekday) => new ActivityOfWeekdayResponse(weekday));
    this.recent = activity.recent.map((item) => new RecentActivityResponse(item));
    this.meta = new ComparedMetaResponse(activity.period, activity.comparedWith, activity.timeZone, activity.measured);
  }
}
