import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, labelled, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

const ACTIVITY_TYPES = ['opened', 'clicked', 'unsubscribed', 'event_tracked', 'order_created'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

const within = (minimum: number, maximum: number, example: number, description: string) =>
  s.json<number>({ type: 'integer', minimum, maximum, description, examples: [example] });

export const activityCountsShape = s.component('ActivityCountsResponse', {
  sent: shown(FIGURES.sent, 1000, 'Emails sent to contacts'),
  opens: shown(FIGURES.opened, 421, 'Emails opened for the first time'),
  clicks: shown(FIGURES.clicked, 87, 'Emails clicked for the first time'),
  unsubscribes: shown(labelled(FIGURES.unsubscribed, 'Unsubscribes'), 4, 'Opt-outs through an email'),
  events: shown(FIGURES.trackedEvents, 210, 'Tracked events'),
  orders: shown(FIGURES.orders, 12, 'Completed orders in any currency'),
});

const activityOfDayShape = s.component('ActivityOfDayResponse', {
  ...activityCountsShape.properties,
  date: s.text('2026-06-01', 'Local day'),
});

const activityOfHourShape = s.component('ActivityOfHourResponse', {
  ...activityCountsShape.properties,
  hour: within(0, 23, 9, 'Hour of the local day, 0 to 23'),
});

const activityOfWeekdayShape = s.component('ActivityOfWeekdayResponse', {
  ...activityCountsShape.properties,
  weekday: within(1, 7, 1, '1 for Monday to 7 for Sunday'),
});

const activeContactShape = s.component('ActiveContactResponse', {
  id: s.integer(42),
  email: s.text('ada@example.com'),
  first_name: s.nullable(s.text('Ada')),
  last_name: s.nullable(s.text('Lovelace')),
});

const recentActivityShape = s.component('RecentActivityResponse', {
  type: s.oneOf(ACTIVITY_TYPES, undefined, 'clicked'),
  at: s.text('2026-06-30T11:58:03.000Z', 'When it happened'),
  contact: s.nullable(s.described(activeContactShape, 'The current contact; null if deleted')),
  detail: s.json<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description:
      'For emails: `email_id`, `campaign_id`, and `funnel_id`, plus the clicked `url` as it was written, or the `method` of an opt-out. For tracked events: `event_key` and `title`. For orders: `order_id`, `total`, and `currency`',
    examples: [{ email_id: 1042, campaign_id: 9, funnel_id: null, url: 'https://example.com/offer' }],
  }),
});

export const activityShape = s.component('ActivityResponse', {
  data: s.list(activityOfDayShape, 'Every day of the period'),
  totals: s.described(activityCountsShape, 'Figures of the whole period'),
  previous: s.nullable(s.described(activityCountsShape, 'Figures of the comparison period')),
  by_hour: s.nullable(
    s.list(
      activityOfHourShape,
      'Each hour of the day, over the whole period. Null with `lists[]` or `tags[]`, because hours are not stored by contact',
    ),
  ),
  by_weekday: s.list(activityOfWeekdayShape, 'Each weekday, over the whole period'),
  recent: s.list(recentActivityShape, 'The 20 newest activities of any time, newest first'),
  meta: comparedMetaShape,
});
export type ActivityResponse = s.TypeOf<typeof activityShape>;
