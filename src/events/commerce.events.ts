import { contactSchema as contact } from './contact.events.js';
import { anyObject, decimal, integer, list, moment, named, nullable, object, oneOf, text } from '../shapes/shape.js';

const currency = text('EUR', 'ISO 4217');

/** What an email shows about an item of an order. */
export const ORDER_ITEM = {
  external_id: nullable(text('SKU-7', 'Product id in the shop')),
  title: text('Tea pot'),
  quantity: decimal(1),
  price: decimal(59.9, 'Unit price'),
  name: text('Tea pot', 'The same as `title`'),
  sku: nullable(text('TP-7-BLUE')),
  unit_price: decimal(59.9, 'The same as `price`'),
  total: decimal(59.9, '`unit_price` times `quantity`, unless the shop reported another total'),
  url: nullable(text('https://shop.example/tea-pot')),
  image_url: nullable(text('https://shop.example/tea-pot.png')),
  options: anyObject({ color: 'blue' }, 'The chosen variant'),
  meta: anyObject({}, 'Other members of the item, as the shop reported them'),
};

export const eventOrder = named(
  'EventOrder',
  object({
    id: integer(501),
    external_id: text('A-1001', 'Id of the order in the shop'),
    provider: text('shop', 'Name of the shop'),
    contact_id: integer(42),
    status: oneOf(['completed', 'pending', 'processing', 'cancelled', 'refunded']),
    currency,
    total: decimal(59.9, 'In `currency`, before refunds'),
    refunded: decimal(0, 'Refunded amount'),
    items: list(object(ORDER_ITEM)),
    ordered_at: moment(),
    source_updated_at: nullable(moment('`updated_at` as reported by the shop')),
    created_at: moment(),
    updated_at: moment(),
  }),
);

export const eventRefund = named(
  'EventRefund',
  object({
    id: integer(31),
    external_id: nullable(text('R-17', 'Refund id in the shop')),
    amount: decimal(20, 'In the currency of the order'),
    reason: nullable(text('damaged', 'Null if none was given')),
    refunded_at: moment(),
  }),
);

export const eventRevenue = object({
  order_id: integer(501),
  contact_id: nullable(integer(42, 'Null after the contact was deleted')),
  kind: oneOf(['sale', 'refund'], 'Whether an order or a refund changed the revenue'),
  amount: decimal(59.9, 'Negative for a refund, or when the revenue was attributed to another email before'),
  orders: integer(1, 'Change of the number of orders: 1, 0, or -1'),
  currency,
  campaign_id: nullable(integer(9)),
  funnel_id: nullable(integer(4)),
  sequence_id: nullable(integer(17)),
  email_id: nullable(integer(1042, 'The email to which the revenue is attributed')),
  touch: nullable(text('last_click', 'Attribution rule that matched; null without attribution')),
  recorded_at: moment('Time of the order or of the refund, which selects the day in reports'),
});

export const COMMERCE_EVENTS = {
  'commerce.order_created': object(
    { order: eventOrder, contact },
    'An order was reported for the first time, in any status.',
  ),
  'commerce.order_completed': object(
    { order: eventOrder, contact },
    'An order was paid and completed. Raised once per order.',
  ),
  'commerce.order_refunded': object(
    { order: eventOrder, contact, refund: eventRefund },
    'A full or partial refund was reported.',
  ),
  'commerce.revenue_recorded': object({ revenue: eventRevenue }, 'A line was added to the revenue ledger.'),
};
