import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown, TRACKED_SENT } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const subscriberGrowthShape = s.component('SubscriberGrowthResponse', {
  current_period: shown(FIGURES.newSubscribed, 150, 'Contacts that became subscribed'),
  previous_period: s.integer(120, 'The same in the comparison period'),
  growth_rate: s.decimal(25, 'Percentage change from the comparison period'),
});

export const overviewEmailStatsShape = s.component('OverviewEmailStatsResponse', {
  emails_sent: shown(FIGURES.sent, 1000),
  emails_opened: shown(FIGURES.opened, 421),
  emails_clicked: shown(FIGURES.clicked, 87),
  tracked: shown(FIGURES.trackedSent, 1000, TRACKED_SENT),
  open_rate: shown(rateOf('opened', 'sent'), 42.1),
  click_rate: shown(rateOf('clicked', 'sent'), 8.7),
});

export const overviewRevenueShape = s.component('OverviewRevenueResponse', {
  total: shown(FIGURES.revenue, 2000, 'Completed orders minus refunds'),
  growth: s.decimal(25, 'Percentage change from the comparison period'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});

export const overviewShape = s.component('OverviewResponse', {
  total_subscribers: s.integer(15420, 'Contacts whose status is subscribed now'),
  subscriber_growth: subscriberGrowthShape,
  email_stats: s.described(overviewEmailStatsShape, 'Emails of campaigns and funnels, and system emails'),
  single_stats: s.described(overviewEmailStatsShape, 'Single emails'),
  revenue: overviewRevenueShape,
  meta: comparedMetaShape,
});
export type OverviewResponse = s.TypeOf<typeof overviewShape>;
