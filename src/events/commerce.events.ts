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
  contact_id: integer(42),
  amount: decimal(59.9, 'Negative for a refund'),
  currency,
  campaign_id: nullable(integer(9)),
  funnel_id: nullable(integer(4)),
  sequence_id: nullable(integer(17)),
  email_id: nullable(integer(1042)),
  touch: nullable(text('last_click', 'What it was attributed by; null when nothing was found')),
  recorded_at: moment(),
});

/** Orders and what they are put down to. Subscribable already; raised by the module of commerce. */
export const COMMERCE_EVENTS = {
  'commerce.order_created': object({ order, contact }, 'An order was reported for the first time.'),
  'commerce.order_completed': object({ order, contact }, 'An order was paid for and completed.'),
  'commerce.order_refunded': object({ order, contact, refund }, 'Money of an order was given back.'),
  'commerce.revenue_recorded': object({ revenue }, 'Revenue was booked and attributed.'),
};
