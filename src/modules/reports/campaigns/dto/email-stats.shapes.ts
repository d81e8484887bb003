import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import * as s from '../../../../shapes/shape.js';

export const campaignStatsShape = s.component('CampaignStatsResponse', {
  sent: s.integer(1000, 'Emails that the mail server accepted, or refused at the recipient'),
  delivered: s.integer(990, 'sent - bounced'),
  opened: s.integer(421, 'Emails opened at least once'),
  clicked: s.integer(87, 'Emails clicked at least once'),
  unsubscribed: s.integer(4),
  bounced: s.integer(10),
  delivery_rate: s.decimal(99, 'Percentage of sent'),
  open_rate: s.decimal(42.5, 'Percentage of delivered'),
  click_rate: s.decimal(8.8, 'Percentage of delivered'),
  unsubscribe_rate: s.decimal(0.4, 'Percentage of delivered'),
});
export type CampaignStatsResponse = s.TypeOf<typeof campaignStatsShape>;

export const campaignRevenueShape = s.component('CampaignRevenueResponse', {
  total: s.decimal(249.9, 'Revenue attributed to the campaign, minus refunds'),
  orders: s.integer(5, 'Completed orders attributed to the campaign'),
  conversion_rate: s.decimal(0.5, 'Orders as a percentage of delivered'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});
export type CampaignRevenueResponse = s.TypeOf<typeof campaignRevenueShape>;

export const emailStatsShape = s.component('EmailStatsResponse', {
  campaign_id: s.integer(12),
  campaign_title: s.text('June newsletter'),
  stats: campaignStatsShape,
  revenue: campaignRevenueShape,
  meta: reportMetaShape,
});
export type EmailStatsResponse = s.TypeOf<typeof emailStatsShape>;
