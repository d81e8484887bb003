import { page } from '../../../../platform/http/page.js';
import { comparedMetaShape, reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const revenueAttributionShape = s.component('RevenueAttributionResponse', {
  campaigns: shown(FIGURES.campaignRevenue, 1200.5, 'Revenue attributed to emails of campaigns'),
  funnels: shown(FIGURES.funnelRevenue, 300, 'Revenue attributed to emails of funnels'),
  unattributed: shown(FIGURES.unattributedRevenue, 499.5, 'Revenue attributed to no email'),
});

export const topCampaignShape = s.component('TopCampaignResponse', {
  campaign_id: s.integer(12),
  title: s.text('June newsletter'),
  revenue: shown(FIGURES.revenue, 800, 'In the currency of the report'),
  orders: shown(FIGURES.orders, 16),
});

export const revenueDayShape = s.component('RevenueDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  revenue: shown(FIGURES.revenue, 120, 'In the currency of the report'),
  orders: shown(FIGURES.orders, 3),
  refunded: shown(FIGURES.refunded, 20, 'Refunds of the day'),
});

export const otherCurrencyShape = s.component('OtherCurrencyResponse', {
  currency: s.text('USD', 'ISO 4217 code'),
  revenue: shown(FIGURES.revenue, 90, 'In this currency'),
  orders: shown(FIGURES.orders, 2),
});

export const previousRevenueShape = s.component('PreviousRevenueResponse', {
  total_revenue: shown(FIGURES.revenue, 1600, 'Net of refunds'),
  total_orders: shown(FIGURES.orders, 32),
  growth_rate: s.decimal(25, 'Percentage change of revenue from the comparison period'),
});

const NULL_OF_AUDIENCE = 'Null if the report is filtered by `lists` or `tags`';

export const revenueShape = s.component('RevenueResponse', {
  total_revenue: shown(FIGURES.revenue, 2000, 'Completed orders minus refunds'),
  total_orders: shown(FIGURES.orders, 40, 'Completed orders'),
  average_order_value: shown(FIGURES.averageOrderValue, 50, 'total_revenue / total_orders'),
  refunded: shown(FIGURES.refunded, 60, 'Refunds in the period'),
  currency: s.nullable(s.text('EUR', 'Currency of all amounts in the report; null if there are no orders')),
  attribution: s.nullable(s.described(revenueAttributionShape, NULL_OF_AUDIENCE)),
  top_campaigns: s.nullable(s.list(topCampaignShape, `The ten campaigns with the most revenue. ${NULL_OF_AUDIENCE}`)),
  timeline: s.list(revenueDayShape, 'Every day of the period'),
  other_currencies: s.list(otherCurrencyShape, 'Revenue in other currencies'),
  previous: s.described(previousRevenueShape, 'The comparison period'),
  meta: comparedMetaShape,
});
export type RevenueResponse = s.TypeOf<typeof revenueShape>;

export const campaignRevenueRowShape = s.component('CampaignRevenueRowResponse', {
  ...topCampaignShape.properties,
  average_order_value: shown(FIGURES.averageOrderValue, 50, 'revenue / orders'),
});

const revenueContactShape = s.component('RevenueContactResponse', {
  id: s.integer(42),
  email: s.text('jane@example.com'),
  first_name: s.nullable(s.text('Jane')),
  last_name: s.nullable(s.text('Doe')),
});

export const contactRevenueRowShape = s.component('ContactRevenueRowResponse', {
  contact: revenueContactShape,
  revenue: shown(FIGURES.revenue, 260, 'Net of refunds'),
  orders: shown(FIGURES.orders, 4),
  average_order_value: shown(FIGURES.averageOrderValue, 65, 'revenue / orders'),
});

export const revenueRankingShape = s.component('RevenueRankingResponse', {
  total_revenue: shown(FIGURES.revenue, 2000, 'Sum over all pages, including deleted campaigns or contacts'),
  total_orders: shown(FIGURES.orders, 40),
  currency: s.nullable(s.text('EUR', 'Currency of all amounts in the report; null if there are no orders')),
  meta: reportMetaShape,
});

export const revenueOfCampaignsShape = s.component('RevenueOfCampaignsResponse', {
  ...revenueRankingShape.properties,
  campaigns: page('CampaignRevenuePage', campaignRevenueRowShape),
});
export type RevenueOfCampaignsResponse = s.TypeOf<typeof revenueOfCampaignsShape>;

export const revenueOfContactsShape = s.component('RevenueOfContactsResponse', {
  ...revenueRankingShape.properties,
  contacts: page('ContactRevenuePage', contactRevenueRowShape),
});
export type RevenueOfContactsResponse = s.TypeOf<typeof revenueOfContactsShape>;
