import { Get, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, unknownRecord, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import { CommitsRowByRow } from '../../platform/idempotency/idempotency.interceptor.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import {
  ChangeOrderDto,
  ListOrdersDto,
  ORDER_CHANGE_EXAMPLES,
  ORDER_EXAMPLES,
  ORDER_MODELS,
  ORDERS_EXAMPLES,
  REFUND_EXAMPLES,
  RefundOrderDto,
  ReportOrderDto,
  ReportOrdersDto,
} from './dto/order.dto.js';
import * as shapes from './dto/order.shapes.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';

const UNKNOWN_ORDER = unknownRecord('Unknown order');
const UNKNOWN_CONTACT = unknownRecord('Unknown order or contact');
const FAULTY_ORDER = invalid('The order is invalid; all errors are listed', { total: 'must be at least 0' });

@ApiExtraModels(...ORDER_MODELS)
@Resource('commerce/orders', 'Commerce')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly queries: OrdersQueries,
  ) {}

  @Get()
  @RequirePermission('view_reports', {
    summary: 'List orders',
    description: 'By default, the newest order comes first. Filters are joined by AND.',
  })
  @Answers(shapes.ordersShape, 'A page of orders')
  @Refuses({
    400: invalid('A filter is invalid; `data.params` names it', { status: 'must hold only: pending, completed' }),
  })
  async listOrders(@Query() query: ListOrdersDto, @PageUrl() url: string) {
    return shapes.ordersOf(await this.queries.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_reports', { summary: 'Get an order', description: 'Includes refunds and attribution.' })
  @Answers(shapes.oneOrderShape, 'The order with its refunds and attribution')
  @Refuses({ 404: UNKNOWN_ORDER })
  async getOrder(@RecordId('order') id: number) {
    return shapes.oneOrderOf(await this.queries.one(id));
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create or update an order',
    description:
      'Creates the order, or updates the order with the same `provider` and `external_id`. Calls can be repeated and can arrive in any order: outdated data changes nothing.',
  })
  @Answers(shapes.orderReportedShape, 'The stored order with its attribution')
  @Refuses({ 400: FAULTY_ORDER, 404: unknownRecord('Unknown contact') })
  async reportOrder(@BodyLike(ORDER_EXAMPLES) body: ReportOrderDto) {
    const reported = await this.orders.report(body);
    return shapes.orderReportedOf(await this.queries.view(reported.order), reported);
  }

  @AcceptsBody({ large: true })
  @Post('bulk')
  @CommitsRowByRow()
  @RequirePermission('manage_contacts', {
    summary: 'Create or update orders in bulk',
    description: 'Accepts up to 1,000 orders. Invalid orders are listed under `invalids`; the others are saved.',
  })
  @Answers(shapes.ordersReportedShape, 'The written and the refused orders')
  @Refuses({ 400: invalid('The list of orders is missing or too long', { orders: 'must hold at most 1000 orders' }) })
  async reportOrders(@BodyLike(ORDERS_EXAMPLES) { orders }: ReportOrdersDto) {
    return this.orders.reportMany(orders);
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update an order',
    description: 'Omitted fields are unchanged. The status moves forward only, except from `cancelled`.',
  })
  @Answers(shapes.orderReportedShape, 'The updated order and its attribution')
  @Refuses({
    400: invalid('The changes are invalid; all errors are listed', { status: 'cannot go back from completed' }),
    404: UNKNOWN_CONTACT,
  })
  async updateOrder(@RecordId('order') id: number, @BodyLike(ORDER_CHANGE_EXAMPLES) body: ChangeOrderDto) {
    const changed = await this.orders.change(id, body);
    return shapes.orderReportedOf(await this.queries.view(changed.order), changed, 'Order has been saved.');
  }

  @Post(':id/refunds')
  @RequirePermission('manage_contacts', {
    summary: 'Record a refund of an order',
    description:
      'A refund with a known `external_id` is not recorded again. An order whose total is refunded gets the status `refunded`.',
  })
  @Answers(shapes.refundedShape, 'The refund, and the order with its new totals')
  @Refuses({
    400: invalid('The refund is invalid', { amount: 'must be at most 39.9, the amount not refunded yet' }),
    404: UNKNOWN_ORDER,
  })
  async refundOrder(@RecordId('order') id: number, @BodyLike(REFUND_EXAMPLES) body: RefundOrderDto) {
    return shapes.refundedOf(await this.orders.refund(id, body));
  }
}
