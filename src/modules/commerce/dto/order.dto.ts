import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { MOST_MINOR_UNITS } from '../../../platform/money/money.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { CurrencyCode, Id, Member, Text, Words } from '../../../platform/http/dto-fields.js';
import { given, nonEmpty } from '../../../platform/http/given.js';
import { pageQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { ORDER_STATUSES, type OrderStatus } from '../orders/order-status.js';
import { ORDER_SORTING, type OrderFilter } from '../orders/order-row.js';
import { MOST_ITEMS, NO_PROVIDER, providerName, type RawOrder, type RawRefund } from '../orders/read-order.js';

const MOST_ORDERS = 1_000;

const TEXT: ApiPropertyOptions = { type: String, maxLength: 190 };
const MOMENT: ApiPropertyOptions = { type: String, nullable: true, example: '2026-01-31 09:30:00' };
const AMOUNT: ApiPropertyOptions = { type: 'number', minimum: 0, maximum: MOST_MINOR_UNITS };

const WEB_URL: ApiPropertyOptions = { type: String, format: 'uri', maxLength: 2_048, nullable: true };
const DETAILS: ApiPropertyOptions = { type: 'object', additionalProperties: true, nullable: true };

class OrderItemMembers {
  @Member({ ...TEXT, nullable: true, example: 'SKU-7', description: 'Product id in the shop' })
  external_id?: unknown;
  @Member({ ...TEXT, example: 'Tea pot', description: 'Product name' }, true) title?: unknown;
  @Member({ type: 'number', maximum: 1_000_000, default: 1, description: 'Units, also fractions', example: 1 })
  quantity?: unknown;
  @Member({ ...AMOUNT, example: 59.9, description: 'Unit price' }, true) price?: unknown;
  @Member({ ...TEXT, nullable: true, description: 'Instead of `title`' }) name?: unknown;
  @Member({ ...AMOUNT, nullable: true, description: 'Instead of `price`' }) unit_price?: unknown;
  @Member({ ...TEXT, nullable: true, example: 'TP-7-BLUE' }) sku?: unknown;
  @Member({ ...AMOUNT, nullable: true, description: 'By default `price` times `quantity`' }) total?: unknown;
  @Member({ ...WEB_URL, description: 'Page of the product' }) url?: unknown;
  @Member({ ...WEB_URL, description: 'Picture of the product' }) image_url?: unknown;
  @Member({ ...DETAILS, example: { color: 'blue' }, description: 'The chosen variant' }) options?: unknown;
  @Member({ ...DETAILS, description: 'Anything else; unknown members of the item become members of it' })
  meta?: unknown;
}

class OrderMembers implements RawOrder {
  @Member({
    type: String,
    format: 'email',
    maxLength: 190,
    nullable: true,
    example: 'ada@example.com',
    description: 'Address of the contact',
  })
  email?: unknown;
  @Member({
    type: 'integer',
    minimum: 1,
    nullable: true,
    example: 1,
    description: 'Instead of the address, or in addition to it',
  })
  contact_id?: unknown;
  @Member({ enum: [...ORDER_STATUSES], example: 'completed', description: 'Moves forward only, except from cancelled' })
  status?: unknown;
  @Member({
    type: 'array',
    items: { $ref: '#/components/schemas/OrderItemMembers' },
    maxItems: MOST_ITEMS,
    nullable: true,
    description: 'Purchased items; replaces the items reported before',
    example: [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 59.9 }],
  })
  items?: unknown;
  @Member({ ...MOMENT, description: 'Order time; UTC unless it has an offset' }) ordered_at?: unknown;
  @Member({ ...MOMENT, description: 'Last change in the shop; data older than the stored data changes nothing' })
  updated_at?: unknown;
}

const EXTERNAL_ID: ApiPropertyOptions = {
  ...TEXT,
  minLength: 1,
  example: 'A-1001',
  description: 'Order id in the shop',
};
const PROVIDER: ApiPropertyOptions = {
  type: String,
  maxLength: 64,
  default: 'shop',
  example: 'shop',
  description: 'Name of the shop: letters, digits, dots, dashes, and underscores',
};
const CURRENCY: ApiPropertyOptions = {
  type: String,
  minLength: 3,
  maxLength: 3,
  example: 'EUR',
  description: 'ISO 4217 code',
};
const TOTAL: ApiPropertyOptions = {
  ...AMOUNT,
  example: 59.9,
  description: 'Total that the customer pays; more decimals than the currency has are rounded half to even',
};

export class ReportOrderDto extends OrderMembers {
  @Member(EXTERNAL_ID, true) external_id?: unknown;
  @Member(PROVIDER) provider?: unknown;
  @Member(CURRENCY, true) currency?: unknown;
  @Member(TOTAL, true) total?: unknown;
}

export class ChangeOrderDto extends OrderMembers {
  @Member({ ...EXTERNAL_ID, description: 'Cannot be changed' }) external_id?: unknown;
  @Member({ ...PROVIDER, description: 'Cannot be changed' }) provider?: unknown;
  @Member({ ...CURRENCY, description: 'Cannot be changed' }) currency?: unknown;
  @Member(TOTAL) total?: unknown;
}

export class ReportOrdersDto {
  @ArrayMinSize(1, { message: 'must hold at least one order' })
  @ArrayMaxSize(MOST_ORDERS, { message: `must hold at most ${MOST_ORDERS} orders` })
  @ApiProperty({
    type: 'array',
    items: { $ref: '#/components/schemas/ReportOrderDto' },
    minItems: 1,
    maxItems: MOST_ORDERS,
  })
  // Decorators run from the bottom up: the array check comes first.
  @IsArray({ message: 'must be an array' })
  orders!: unknown[];
}

export class RefundOrderDto implements RawRefund {
  @Member({ ...AMOUNT, example: 20, description: 'More than 0, and at most the amount not refunded yet' }, true)
  amount?: unknown;
  @Member({ ...TEXT, nullable: true, example: 'damaged', description: 'Free text' }) reason?: unknown;
  @Member({ ...TEXT, nullable: true, example: 'R-17', description: 'Refund id in the shop; recorded only once' })
  external_id?: unknown;
  @Member({ ...MOMENT, description: 'Refund time; now by default' }) refunded_at?: unknown;
}

const NO_MOMENT = 'must be a time such as 2026-01-31 09:30:00';
const DAY_MS = 86_400_000;

export class ListOrdersDto extends sortable(timed(pageQuery(15)), ORDER_SORTING.fields, {
  field: 'ordered_at',
  direction: 'DESC',
}) {
  @Words(ORDER_STATUSES, { description: 'Only orders with one of these statuses', example: ['completed'] })
  status?: OrderStatus[];
  @Text({ max: 64, description: 'Only orders of this shop', example: 'shop' }) provider?: string;
  @Id({ description: 'Only orders of this contact', example: 1 }) contact_id?: number;
  @Id({ description: 'Only orders attributed to this campaign', example: 1 })
  campaign_id?: number;
  @CurrencyCode({ description: 'Only orders in this currency' }) currency?: string;
  @Text({ max: 50, description: 'Ordered at this time or later', example: '2026-01-01' }) from?: string;
  @Text({ max: 50, description: 'Ordered until this time; a date includes the whole day', example: '2026-01-31' })
  to?: string;

  toFilter(): OrderFilter {
    const faults = new ValidationErrors();
    const provider = this.provider === undefined ? undefined : providerName(this.provider);
    if (provider === null) faults.add('provider', NO_PROVIDER);
    const from = readMoment('from', this.from, faults);
    const to = readMoment('to', this.to, faults);
    faults.throwIfAny();
    return {
      values: given({
        statuses: nonEmpty(this.status),
        provider: provider ?? undefined,
        contactId: this.contact_id,
        campaignId: this.campaign_id,
        currency: this.currency,
        from,
        // A date without a time includes the whole day.
        to: to && /^\d{4}-\d\d-\d\d$/.test(this.to ?? '') ? new Date(to.getTime() + DAY_MS - 1) : to,
      }),
      condition: this.toTimes('o'),
      sorting: this.toSorting(),
    };
  }
}

function readMoment(field: string, text: string | undefined, faults: ValidationErrors): Date | undefined {
  const moment = text === undefined ? undefined : parseTimestamp(text);
  if (moment === null) faults.add(field, NO_MOMENT);
  return moment ?? undefined;
}

const ORDER = {
  external_id: 'A-1001',
  email: 'ada@example.com',
  status: 'completed',
  currency: 'EUR',
  total: 59.9,
  items: [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 59.9 }],
  ordered_at: '2026-01-31 09:30:00',
};

/** Request bodies that work if a contact with the address exists. */
export const ORDER_EXAMPLES = { order: { summary: 'A completed order', value: ORDER } };
export const ORDERS_EXAMPLES = {
  two: { summary: 'Two orders', value: { orders: [ORDER, { ...ORDER, external_id: 'A-1002', status: 'pending' }] } },
};
export const ORDER_CHANGE_EXAMPLES = { cancelled: { summary: 'Cancel the order', value: { status: 'cancelled' } } };
export const REFUND_EXAMPLES = {
  part: { summary: 'Partial refund', value: { amount: 20, reason: 'damaged', external_id: 'R-17' } },
};

/** Models that the schemas above reference by name. */
export const ORDER_MODELS = [OrderItemMembers, ReportOrderDto] as const;
