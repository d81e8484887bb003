import { contactSchema as contact } from './contact.events.js';
import { decimal, integer, list, moment, named, nullable, object, oneOf, text } from './schema.js';

const currency = text('EUR', 'ISO 4217');

const order = named(
  'EventOrder',
  object({
    id: integer(501),
    external_id: text('A-1001', 'The id that the shop gave it'),
    provider: text('shop'),
    contact_id: integer(42),
    status: oneOf(['completed', 'pending', 'processing', 'cancelled', 'refunded']),
    currency,
    total: decimal(59.9),
    items: list(
      object({
        external_id: nullable(text('SKU-7')),
        title: text('Tea pot'),
        quantity: integer(1),
        price: decimal(59.9, 'Of one piece'),
      }),
    ),
    ordered_at: moment(),
  }),
);

const refund = named(
  'EventRefund',
  object({
    id: integer(31),
    external_id: nullable(text('R-17')),
    amount: decimal(20),
    reason: nullable(text('damaged')),
    refunded_at: moment(),
  }),
);

const revenue = object({
  order_id: integer(501),
  contact_id: nullable(integer(42, 'Null once the contact is gone')),
  kind: oneOf(['sale', 'refund'], 'A refund, or what an order brings'),
  amount: decimal(59.9, 'Negative for what is given back, or was put down to another mail before'),
  orders: integer(1, 'By how many orders the figures change: 1, 0 or -1'),
  currency,
  campaign_id: nullable(integer(9)),
  funnel_id: nullable(integer(4)),
  sequence_id: nullable(integer(17)),
  email_id: nullable(integer(1042)),
  touch: nullable(text('last_click', 'What it was attributed by; null when nothing was found')),
  recorded_at: moment('The moment whose day it counts on: of the order, or of the refund'),
});

/** Orders and what they are put down to. Subscribable already; raised by the module of commerce. */
export const COMMERCE_EVENTS = {
  'commerce.order_created': object({ order, contact }, 'An order was reported for the first time.'),
  'commerce.order_completed': object({ order, contact }, 'An order was paid for and completed.'),
  'commerce.order_refunded': object({ order, contact, refund }, 'Money of an order was given back.'),
  'commerce.revenue_recorded': object({ revenue }, 'Revenue was booked and attributed.'),
};
