import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import * as s from '../../../../shapes/shape.js';

const subscriberGrowthShape = s.component('SubscriberGrowthResponse', {
  current_period: s.integer(150, 'Contacts that became subscribed'),
  previous_period: s.integer(120, 'The same in the comparison period'),
  growth_rate: s.decimal(25, 'Percentage change from the comparison period'),
});

const overviewEmailStatsShape = s.component('OverviewEmailStatsResponse', {
  emails_sent: s.integer(1000),
  emails_opened: s.integer(421),
  emails_clicked: s.integer(87),
  open_rate: s.decimal(42.1, 'Percentage of emails sent'),
  click_rate: s.decimal(8.7, 'Percentage of emails sent'),
});

const overviewRevenueShape = s.component('OverviewRevenueResponse', {
  total: s.decimal(2000, 'Completed orders minus refunds'),
  growth: s.decimal(25, 'Percentage change from the comparison period'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});

export const overviewShape = s.component('OverviewResponse', {
  total_subscribers: s.integer(15420, 'Contacts whose status is subscribed now'),
  subscriber_growth: subscriberGrowthShape,
  email_stats: overviewEmailStatsShape,
  revenue: overviewRevenueShape,
  meta: comparedMetaShape,
});
export type OverviewResponse = s.TypeOf<typeof overviewShape>;
