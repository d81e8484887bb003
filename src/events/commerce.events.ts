import { contactSchema as contact } from './contact.events.js';
import { decimal, integer, list, moment, named, nullable, object, oneOf, text } from '../shapes/shape.js';

const currency = text('EUR', 'ISO 4217');

const order = named(
  'EventOrder',
  object({
    id: integer(501),
    external_id: text('A-1001', 'Id of the order in the shop'),
    provider: text('shop', 'Name of the shop'),
    contact_id: integer(42),
    status: oneOf(['completed', 'pending', 'processing', 'cancelled', 'refunded']),
    currency,
    total: decimal(59.9, 'In `currency`, before refunds'),
    items: list(
      object({
        external_id: nullable(text('SKU-7', 'Product id in the shop')),
        title: text('Tea pot'),
        quantity: decimal(1),
        price: decimal(59.9, 'Price per unit'),
      }),
    ),
    ordered_at: moment(),
  }),
);

const refund = named(
  'EventRefund',
  object({
    id: integer(31),
    external_id: nullable(text('R-17', 'Refund id in the shop')),
    amount: decimal(20, 'In the currency of the order'),
    reason: nullable(text('damaged', 'Null if none was given')),
    refunded_at: moment(),
  }),
);

const revenue = object({
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
  'commerce.order_created': object({ order, contact }, 'An order was reported for the first time, in any status.'),
  'commerce.order_completed': object({ order, contact }, 'An order was paid and completed. Raised once per order.'),
  'commerce.order_refunded': object({ order, contact, refund }, 'A full or partial refund was reported.'),
  'commerce.revenue_recorded': object({ revenue }, 'A line was added to the revenue ledger.'),
};
