import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import type { CampaignCountsResponse } from '../../dto/campaign.shapes.js';
import { contactShape } from './campaign-insights.shapes.js';
import * as s from '../../../../shapes/shape.js';

const campaignOrderItemShape = s.component('CampaignOrderItemResponse', {
  external_id: s.nullable(s.text('SKU-7', 'Product id in the shop')),
  title: s.text('Tea pot'),
  quantity: s.decimal(1),
  price: s.decimal(59.9, 'Unit price'),
});

const campaignOrderShape = s.component('CampaignOrderResponse', {
  id: s.integer(501),
  external_id: s.text('A-1001', 'Order id in the shop'),
  provider: s.text('shop', 'Name of the shop'),
  contact_id: s.nullable(s.integer(42)),
  status: s.oneOf(['completed', 'refunded']),
  currency: s.text('EUR', 'ISO 4217 code'),
  total: s.decimal(59.9, 'In `currency`, before refunds'),
  refunded: s.decimal(20, 'Refunded amount'),
  items: s.list(campaignOrderItemShape),
  email_id: s.nullable(s.integer(1042, 'The email to which it is attributed')),
  ordered_at: s.sqlTime(),
  source_updated_at: s.nullable(s.sqlTime('`updated_at` as reported by the shop', '2026-02-03 12:00:00')),
  created_at: s.sqlTime(undefined, '2026-01-31 09:30:01'),
  updated_at: s.sqlTime(undefined, '2026-02-03 12:00:00'),
  subscriber: s.nullable(s.described(contactShape, 'Null once the contact is deleted')),
});
export type CampaignOrderResponse = s.TypeOf<typeof campaignOrderShape>;
export type StoredCampaignOrder = s.StoredOf<typeof campaignOrderShape>;

export const campaignRevenuesShape = s.component('CampaignRevenuesResponse', {
  orders: page('CampaignOrdersPage', campaignOrderShape),
  total_revenue: s.decimal(1_284.5, 'Net of refunds, for all orders in `currency`'),
  currency: s.nullable(s.text('EUR', 'ISO 4217 code; null without orders')),
});

export const campaignRevenuesOf = (
  page: Page<CampaignOrderResponse>,
  { revenue, currency }: Pick<CampaignCountsResponse, 'revenue' | 'currency'>,
  url: string,
) => ({
  orders: pageOf(page, url),
  total_revenue: revenue,
  currency,
});
