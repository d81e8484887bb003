import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const TOP_METRICS = ['engagement', 'revenue', 'activity'] as const;
export type TopMetric = (typeof TOP_METRICS)[number];

const topContactShape = s.component('TopContactResponse', {
  id: s.integer(42),
  email: s.text('jane@example.com'),
  first_name: s.nullable(s.text('Jane')),
  last_name: s.nullable(s.text('Doe')),
  status: s.text('subscribed'),
});

export const topSubscriberShape = s.component('TopSubscriberResponse', {
  rank: s.integer(1),
  contact: topContactShape,
  value: s.decimal(
    88,
    'With `engagement`, a score from 0 to 100; with `revenue`, an amount; with `activity`, the number of activities',
  ),
  opens: shown(FIGURES.opened, 21, 'Emails opened'),
  clicks: shown(FIGURES.clicked, 9, 'Emails clicked'),
  revenue: shown(FIGURES.revenue, 260, 'Net of refunds'),
  orders: shown(FIGURES.orders, 4, 'Completed orders in `currency`'),
  last_activity: s.nullable(
    s.text('2026-06-29', 'The last local day with an open, a click, a tracked event, or an order'),
  ),
});
export type TopSubscriberResponse = s.TypeOf<typeof topSubscriberShape>;

export const topSubscribersShape = s.component('TopSubscribersResponse', {
  metric: s.oneOf(TOP_METRICS, 'The metric of `value`', 'engagement'),
  subscribers: s.list(topSubscriberShape, 'Contacts with a value above 0'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
  meta: reportMetaShape,
});
export type TopSubscribersResponse = s.TypeOf<typeof topSubscribersShape>;
