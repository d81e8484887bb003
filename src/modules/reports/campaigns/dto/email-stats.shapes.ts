import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const campaignStatsShape = s.component('CampaignStatsResponse', {
  sent: shown(FIGURES.sent, 1000, 'Emails that the mail server accepted, or refused at the recipient'),
  delivered: shown(FIGURES.delivered, 990, 'sent - bounced'),
  opened: shown(FIGURES.opened, 421, 'Emails opened at least once'),
  clicked: shown(FIGURES.clicked, 87, 'Emails clicked at least once'),
  unsubscribed: shown(FIGURES.unsubscribed, 4),
  bounced: shown(FIGURES.bounced, 10),
  delivery_rate: shown(rateOf('delivered', 'sent'), 99),
  open_rate: shown(rateOf('opened', 'delivered'), 42.5),
  click_rate: shown(rateOf('clicked', 'delivered'), 8.8),
  unsubscribe_rate: shown(rateOf('unsubscribed', 'delivered'), 0.4),
});

export const campaignRevenueShape = s.component('CampaignRevenueResponse', {
  total: shown(FIGURES.revenue, 249.9, 'Revenue attributed to the campaign, minus refunds'),
  orders: shown(FIGURES.orders, 5, 'Completed orders attributed to the campaign'),
  conversion_rate: shown(rateOf('orders', 'delivered'), 0.5, 'Orders as a percentage of delivered'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});

export const emailStatsShape = s.component('EmailStatsResponse', {
  campaign_id: s.integer(12),
  campaign_title: s.text('June newsletter'),
  stats: campaignStatsShape,
  revenue: campaignRevenueShape,
  meta: reportMetaShape,
});
export type EmailStatsResponse = s.TypeOf<typeof emailStatsShape>;
