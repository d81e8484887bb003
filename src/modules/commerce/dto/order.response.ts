import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { toDecimal } from '../../../platform/money/money.js';
import { ORDER_STATUSES, type OrderStatus, type Touch, TOUCHES } from '../orders/order-status.js';
import type { OrderRefund } from '../orders/order-refund.entity.js';
import type { Order } from '../orders/order.entity.js';
import type { OrderView, RefundedOrder, ReportedOrder } from '../orders/order-row.js';

const nullableText = { type: String, nullable: true } as const;

const MOMENT = '2026-01-31 09:30:00';

class OrderItemResponse {
  @ApiProperty({ ...nullableText, example: 'SKU-7', description: 'Product id in the shop' })
  readonly external_id!: string | null;
  @ApiProperty({ example: 'Tea pot' }) readonly title!: string;
  @ApiProperty({ example: 1 }) readonly quantity!: number;
  @ApiProperty({ example: 59.9, description: 'Unit price' }) readonly price!: number;
}

/** The campaign or funnel email to which an order is attributed. */
export class AttributionResponse {
  @ApiProperty({ enum: [...TOUCHES], example: 'last_click', description: 'The last click before the order' })
  readonly touch: Touch;
  @ApiProperty({ type: 'integer', nullable: true, example: 9, description: 'Campaign of the email' })
  readonly campaign_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Funnel of the email' })
  readonly funnel_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Step of the funnel' })
  readonly sequence_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1042, description: 'The clicked email' })
  readonly email_id: number | null;
  @ApiProperty({ ...nullableText, example: MOMENT, description: 'When that email was clicked' })
  readonly clicked_at: string | null;

  private constructor(touch: Touch, { order, clickedAt }: OrderView) {
    this.touch = touch;
    this.campaign_id = order.campaignId;
    this.funnel_id = order.funnelId;
    this.sequence_id = order.stepId;
    this.email_id = order.emailId;
    this.clicked_at = sqlTimestampOrNull(clickedAt);
  }

  static of(view: OrderView): AttributionResponse | null {
    return view.order.touch === null ? null : new AttributionResponse(view.order.touch, view);
  }
}

export class OrderResponse {
  @ApiProperty({ type: 'integer', example: 501 }) readonly id: number;
  @ApiProperty({ example: 'A-1001', description: 'Order id in the shop' }) readonly external_id: string;
  @ApiProperty({ example: 'shop', description: 'Name of the shop' }) readonly provider: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 42, description: 'Null once the contact is deleted' })
  readonly contact_id: number | null;
  @ApiProperty({ enum: [...ORDER_STATUSES], example: 'completed' }) readonly status: OrderStatus;
  @ApiProperty({ example: 'EUR', description: 'ISO 4217 code' }) readonly currency: string;
  @ApiProperty({ example: 59.9, description: 'In `currency`, before refunds' }) readonly total: number;
  @ApiProperty({ example: 20, description: 'Refunded amount' }) readonly refunded: number;
  @ApiProperty({ type: [OrderItemResponse] }) readonly items: readonly OrderItemResponse[];
  @ApiProperty({ example: MOMENT, description: 'Order time' }) readonly ordered_at: string;
  @ApiProperty({ ...nullableText, example: MOMENT, description: '`updated_at` as reported by the shop' })
  readonly source_updated_at: string | null;
  @ApiProperty({ example: MOMENT }) readonly created_at: string;
  @ApiProperty({ example: MOMENT }) readonly updated_at: string;

  constructor(order: Order) {
    this.id = order.id;
    this.external_id = order.externalId;
    this.provider = order.provider;
    this.contact_id = order.contactId;
    this.status = order.status;
    this.currency = order.currency;
    this.total = toDecimal(order.total, order.currency);
    this.refunded = toDecimal(order.refunded, order.currency);
    this.items = order.items;
    this.ordered_at = sqlTimestamp(order.orderedAt);
    this.source_updated_at = sqlTimestampOrNull(order.sourceUpdatedAt);
    this.created_at = sqlTimestamp(order.createdAt);
    this.updated_at = sqlTimestamp(order.updatedAt);
  }
}

export class RefundResponse {
  @ApiProperty({ type: 'integer', example: 31 }) readonly id: number;
  @ApiProperty({ ...nullableText, example: 'R-17', description: 'Refund id in the shop' })
  readonly external_id: string | null;
  @ApiProperty({ example: 20, description: 'In the currency of the order' }) readonly amount: number;
  @ApiProperty({ ...nullableText, example: 'damaged', description: 'Null if none was given' }) readonly reason:
    | string
    | null;
  @ApiProperty({
    example: false,
    description:
      'True for the difference to the total of an order that was reported as refunded; refunds reported later reduce it',
  })
  readonly is_remainder: boolean;
  @ApiProperty({ example: MOMENT, description: 'Refund time' }) readonly refunded_at: string;

  constructor(refund: OrderRefund, currency: string) {
    this.id = refund.id;
    this.external_id = refund.externalId;
    this.amount = toDecimal(refund.amount, currency);
    this.reason = refund.reason;
    this.is_remainder = refund.isRemainder === 1;
    this.refunded_at = sqlTimestamp(refund.refundedAt);
  }
}

const ATTRIBUTION = {
  type: () => AttributionResponse,
  nullable: true,
  description: 'Null without attribution',
};

export class ListedOrderResponse extends OrderResponse {
  @ApiProperty(ATTRIBUTION) readonly attribution: AttributionResponse | null;

  constructor(view: OrderView) {
    super(view.order);
    this.attribution = AttributionResponse.of(view);
  }
}

class OrdersPage extends PageResponse<ListedOrderResponse> {
  @ApiProperty({ type: [ListedOrderResponse] }) declare readonly data: readonly ListedOrderResponse[];
}

export class OrdersResponse {
  @ApiProperty({ type: OrdersPage }) readonly orders: OrdersPage;

  constructor(page: Page<OrderView>, url: URL) {
    this.orders = new OrdersPage(
      page,
      page.items.map((view) => new ListedOrderResponse(view)),
      url,
    );
  }
}

export class OneOrderResponse {
  @ApiProperty() readonly order: OrderResponse;
  @ApiProperty({ type: [RefundResponse] }) readonly refunds: readonly RefundResponse[];
  @ApiProperty(ATTRIBUTION) readonly attribution: AttributionResponse | null;

  constructor(view: OrderView & { readonly refunds: readonly OrderRefund[] }) {
    const { order, refunds } = view;
    this.order = new OrderResponse(order);
    this.refunds = refunds
      .filter(({ amount }) => amount > 0)
      .map((refund) => new RefundResponse(refund, order.currency));
    this.attribution = AttributionResponse.of(view);
  }
}

const WARNINGS: ApiPropertyOptions = {
  type: [String],
  required: false,
  example: ['total was rounded to 59.9: EUR has 2 decimals'],
  description: 'What was rounded; absent if nothing was',
};
const warningsOf = ({ warnings }: Pick<ReportedOrder, 'warnings'>): readonly string[] | undefined =>
  warnings.length === 0 ? undefined : warnings;

const REPORTED = {
  created: 'Order has been created.',
  updated: 'Order has been updated.',
  unchanged: 'Order is unchanged.',
} as const;

export class OrderReportedResponse {
  @ApiProperty({ example: 'Order has been created.' }) readonly message: string;
  @ApiProperty({ enum: Object.keys(REPORTED), example: 'created', description: '`unchanged`: repeated or old data' })
  readonly action_type: keyof typeof REPORTED;
  @ApiProperty({ type: String, required: false, description: 'Why nothing changed; only with `unchanged`' })
  readonly reason: string | undefined;
  @ApiProperty(WARNINGS) readonly warnings: readonly string[] | undefined;
  @ApiProperty() readonly order: OrderResponse;
  @ApiProperty(ATTRIBUTION) readonly attribution: AttributionResponse | null;

  /** @param saved the message for a changed order. */
  constructor(view: OrderView, reported: ReportedOrder, saved: string = REPORTED[reported.action]) {
    this.message = reported.action === 'unchanged' ? REPORTED.unchanged : saved;
    this.action_type = reported.action;
    this.reason = reported.reason;
    this.warnings = warningsOf(reported);
    this.order = new OrderResponse(view.order);
    this.attribution = AttributionResponse.of(view);
  }
}

export class RefundedResponse {
  @ApiProperty({ example: 'Refund has been recorded.' }) readonly message: string;
  @ApiProperty(WARNINGS) readonly warnings: readonly string[] | undefined;
  @ApiProperty() readonly refund: RefundResponse;
  @ApiProperty() readonly order: OrderResponse;

  constructor({ order, refund, isRepeated, warnings }: RefundedOrder) {
    this.warnings = warningsOf({ warnings });
    this.message = isRepeated ? 'Refund was recorded before.' : 'Refund has been recorded.';
    this.refund = new RefundResponse(refund, order.currency);
    this.order = new OrderResponse(order);
  }
}

export class OrderRemark {
  @ApiProperty({ type: 'integer', example: 3, description: 'Index of the order in the request, from 0' })
  readonly index!: number;
  @ApiProperty({ example: 'total must be at least 0', description: 'All reasons in one text' })
  readonly reason!: string;
}

const IDS = { type: 'array', items: { type: 'integer' }, example: [501, 502] } as const;

export class OrdersReportedResponse {
  @ApiProperty({ type: String, example: 'Orders have been processed.' }) readonly message!: string;
  @ApiProperty({ ...IDS, description: 'Order ids' }) readonly created!: readonly number[];
  @ApiProperty({ ...IDS, example: [], description: 'Order ids' }) readonly updated!: readonly number[];
  @ApiProperty({ ...IDS, example: [], description: 'Order ids; the data was repeated or outdated' })
  readonly unchanged!: readonly number[];
  @ApiProperty({ type: [OrderRemark], description: 'Why orders are unchanged' })
  readonly reasons!: readonly OrderRemark[];
  @ApiProperty({ type: [OrderRemark], description: 'What was rounded in orders that were saved' })
  readonly warnings!: readonly OrderRemark[];
  @ApiProperty({ type: [OrderRemark], description: 'Orders that were not saved' })
  readonly invalids!: readonly OrderRemark[];
}
