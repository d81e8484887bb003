import { ORDER_ITEM } from '../../../events/commerce.events.js';
import { nonEmpty } from '../../../platform/http/given.js';
import { type Page, page, pageOf } from '../../../platform/http/page.js';
import { toDecimal } from '../../../platform/money/money.js';
import { ORDER_STATUSES, TOUCHES } from '../orders/order-status.js';
import type { Order, OrderRefund } from '../orders/order.entity.js';
import {
  itemsOf,
  type OrderView,
  type OrderWithRefunds,
  type RefundedOrder,
  type ReportedOrder,
} from '../orders/order-row.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';

const orderItemShape = s.component('OrderItemResponse', ORDER_ITEM);

/** The campaign or funnel email to which an order is attributed. */
const attributionShape = s.component('AttributionResponse', {
  touch: s.oneOf(TOUCHES, 'The last click before the order', 'last_click'),
  campaign_id: s.nullable(s.integer(9, 'Campaign of the email')),
  funnel_id: s.nullable(s.integer(null, 'Funnel of the email')),
  sequence_id: s.nullable(s.integer(null, 'Step of the funnel')),
  email_id: s.nullable(s.integer(1042, 'The clicked email')),
  clicked_at: s.nullable(s.sqlTime('When that email was clicked')),
});

const ATTRIBUTION = s.nullable(s.described(attributionShape, 'Null without attribution'));

function attributionOf({ order, clickedAt }: OrderView) {
  const { touch, campaignId, funnelId, stepId: sequenceId, emailId } = order;
  return touch && written(attributionShape, { touch, campaignId, funnelId, sequenceId, emailId, clickedAt });
}

const orderShape = s.component('OrderResponse', {
  id: s.integer(501),
  external_id: s.text('A-1001', 'Order id in the shop'),
  provider: s.text('shop', 'Name of the shop'),
  contact_id: s.nullable(s.integer(42, 'Null once the contact is deleted')),
  status: s.oneOf(ORDER_STATUSES, undefined, 'completed'),
  currency: s.text('EUR', 'ISO 4217 code'),
  total: s.decimal(59.9, 'In `currency`, before refunds'),
  refunded: s.decimal(20, 'Refunded amount'),
  items: s.list(orderItemShape),
  ordered_at: s.sqlTime('Order time'),
  source_updated_at: s.nullable(s.sqlTime('`updated_at` as reported by the shop')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

const orderOf = (order: Order) =>
  written(orderShape, order, {
    total: toDecimal(order.total, order.currency),
    refunded: toDecimal(order.refunded, order.currency),
    items: itemsOf(order),
  });

const refundShape = s.component('RefundResponse', {
  id: s.integer(31),
  external_id: s.nullable(s.text('R-17', 'Refund id in the shop')),
  amount: s.decimal(20, 'In the currency of the order'),
  reason: s.nullable(s.text('damaged', 'Null if none was given')),
  is_remainder: s.boolean(
    false,
    'True for the difference to the total of an order that was reported as refunded; refunds reported later reduce it',
  ),
  refunded_at: s.sqlTime('Refund time'),
});

const refundOf = (refund: OrderRefund, currency: string) =>
  written(refundShape, refund, { amount: toDecimal(refund.amount, currency), is_remainder: refund.isRemainder === 1 });

const listedOrderShape = s.component('ListedOrderResponse', {
  ...orderShape.properties,
  attribution: ATTRIBUTION,
});

const listedOrderOf = (view: OrderView) => ({ ...orderOf(view.order), attribution: attributionOf(view) });

export const ordersShape = s.component('OrdersResponse', { orders: page('OrdersPage', listedOrderShape) });

export const ordersOf = (page: Page<OrderView>, url: string) => ({ orders: pageOf(page, url, listedOrderOf) });

export const oneOrderShape = s.component('OneOrderResponse', {
  order: orderShape,
  refunds: s.list(refundShape),
  attribution: ATTRIBUTION,
});

export function oneOrderOf(view: OrderView & OrderWithRefunds) {
  const { order, refunds } = view;
  return {
    order: orderOf(order),
    refunds: refunds.filter(({ amount }) => amount > 0).map((refund) => refundOf(refund, order.currency)),
    attribution: attributionOf(view),
  };
}

const WARNINGS = s.optional(
  s.list(s.text(), 'What was rounded; absent if nothing was', {
    example: ['total was rounded to 59.9: EUR has 2 decimals'],
  }),
);

const REPORTED = {
  created: 'Order has been created.',
  updated: 'Order has been updated.',
  unchanged: 'Order is unchanged.',
} as const;

export const orderReportedShape = s.component('OrderReportedResponse', {
  message: s.text('Order has been created.'),
  action_type: s.oneOf(Object.keys(REPORTED), '`unchanged`: repeated or old data', 'created'),
  reason: s.optional(s.text(undefined, 'Why nothing changed; only with `unchanged`')),
  warnings: WARNINGS,
  order: orderShape,
  attribution: ATTRIBUTION,
});

export const orderReportedOf = (
  view: OrderView,
  reported: ReportedOrder,
  saved: string = REPORTED[reported.action],
) => ({
  message: reported.action === 'unchanged' ? REPORTED.unchanged : saved,
  action_type: reported.action,
  reason: reported.reason,
  warnings: nonEmpty(reported.warnings),
  order: orderOf(view.order),
  attribution: attributionOf(view),
});

export const refundedShape = s.component('RefundedResponse', {
  message: s.text('Refund has been recorded.'),
  warnings: WARNINGS,
  refund: refundShape,
  order: orderShape,
});

export const refundedOf = ({ order, refund, isRepeated, warnings }: RefundedOrder) => ({
  warnings: nonEmpty(warnings),
  message: isRepeated ? 'Refund was recorded before.' : 'Refund has been recorded.',
  refund: refundOf(refund, order.currency),
  order: orderOf(order),
});

const orderRemarkShape = s.component('OrderRemark', {
  index: s.integer(3, 'Index of the order in the request, from 0'),
  reason: s.text('total must be at least 0', 'All reasons in one text'),
});
export type OrderRemark = s.TypeOf<typeof orderRemarkShape>;

export const ordersReportedShape = s.component('OrdersReportedResponse', {
  message: s.text('Orders have been processed.'),
  created: s.list(s.integer(), 'Order ids', { example: [501, 502] }),
  updated: s.list(s.integer(), 'Order ids', { example: [] }),
  unchanged: s.list(s.integer(), 'Order ids; the data was repeated or outdated', { example: [] }),
  reasons: s.list(orderRemarkShape, 'Why orders are unchanged'),
  warnings: s.list(orderRemarkShape, 'What was rounded in orders that were saved'),
  invalids: s.list(orderRemarkShape, 'Orders that were not saved'),
});
export type OrdersReportedResponse = s.TypeOf<typeof ordersReportedShape>;
