import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { CommitsRowByRow } from '../../../platform/idempotency/idempotency.interceptor.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses, type Refusal } from '../../../platform/openapi/refusals.js';
import { TakesBody } from '../../../platform/http/request-bodies.guard.js';
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
} from '../dto/order.dto.js';
import {
  OneOrderResponse,
  OrderChangedResponse,
  OrderReportedResponse,
  OrdersReportedResponse,
  OrdersResponse,
  RefundedResponse,
} from '../dto/order.response.js';
import { OrderPresenter } from './order-presenter.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';

const UNKNOWN_ORDER: Refusal = { message: 'Invalid post ID.', description: 'There is no such order' };
const UNKNOWN_CONTACT: Refusal = { message: 'Invalid post ID.', description: 'There is no such order or contact' };
const faulty = (field: string, reason: string, description: string): Refusal => ({
  message: `Invalid parameter: ${field}`,
  description,
  data: { params: { [field]: reason } },
});
const FAULTY_ORDER = faulty(
  'total',
  'must have at most 2 decimals in EUR',
  'Something is wrong with the order; every fault is named',
);

@ApiTags('Commerce')
@ApiExtraModels(...ORDER_MODELS)
@Controller('commerce/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly queries: OrdersQueries,
    private readonly presenter: OrderPresenter,
  ) {}

  @Get()
  @RequirePermission('view_reports', {
    summary: 'List orders',
    description: 'The newest first, unless sorted otherwise.',
  })
  @ApiOkResponse({ type: OrdersResponse })
  @Refuses({ 400: faulty('status', 'must hold only: pending, completed', 'A filter is not understood') })
  async listOrders(@Query() query: ListOrdersDto, @RequestUrl() url: URL): Promise<OrdersResponse> {
    return new OrdersResponse(await this.queries.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_reports', {
    summary: 'Get an order',
    description: 'With what was given back of it, and what it is put down to.',
  })
  @PathId('order')
  @ApiOkResponse({ type: OneOrderResponse })
  @Refuses({ 404: UNKNOWN_ORDER })
  async getOrder(@Param('id', new IdPipe()) id: number): Promise<OneOrderResponse> {
    return new OneOrderResponse(await this.queries.one(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Report an order',
    description:
      'A new one is written, a known one changed: an order is known by `provider` and `external_id`. Calls may be repeated and come in any order: what is late changes nothing.',
  })
  @ApiBody({ type: ReportOrderDto, examples: ORDER_EXAMPLES })
  @ApiOkResponse({ type: OrderReportedResponse })
  @Refuses({ 400: FAULTY_ORDER, 404: { message: 'Invalid post ID.', description: 'There is no such contact' } })
  async reportOrder(@Body() body: ReportOrderDto): Promise<OrderReportedResponse> {
    return this.presenter.reported(await this.orders.report(body));
  }

  @TakesBody({ large: true })
  @Post('bulk')
  @HttpCode(200)
  @CommitsRowByRow()
  @RequirePermission('manage_contacts', {
    summary: 'Report many orders',
    description:
      'Up to 1,000, each by itself: rows that are wrong are named under `invalids`, and the others are written.',
  })
  @ApiBody({ type: ReportOrdersDto, examples: ORDERS_EXAMPLES })
  @ApiOkResponse({ type: OrdersReportedResponse })
  @Refuses({ 400: faulty('orders', 'must hold at most 1000 orders', 'There is no list of orders, or too many') })
  async reportOrders(@Body() { orders }: ReportOrdersDto): Promise<OrdersReportedResponse> {
    return new OrdersReportedResponse(await this.orders.reportMany(orders));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Change an order',
    description: 'What is left out stays. The status goes forward only.',
  })
  @PathId('order')
  @ApiBody({ type: ChangeOrderDto, examples: ORDER_CHANGE_EXAMPLES })
  @ApiOkResponse({ type: OrderChangedResponse })
  @Refuses({
    400: faulty('status', 'cannot go back from completed', 'Something is wrong with the changes; every fault is named'),
    404: UNKNOWN_CONTACT,
  })
  async updateOrder(
    @Param('id', new IdPipe()) id: number,
    @Body() body: ChangeOrderDto,
  ): Promise<OrderChangedResponse> {
    return this.presenter.changed(await this.orders.change(id, body));
  }

  @Post(':id/refunds')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Report a refund of an order',
    description: 'The same `external_id` counts once. When everything was given back the order is refunded.',
  })
  @PathId('order')
  @ApiBody({ type: RefundOrderDto, examples: REFUND_EXAMPLES })
  @ApiOkResponse({ type: RefundedResponse })
  @Refuses({
    400: faulty('amount', 'must be at most 39.9, which is left of the order', 'Something is wrong with the refund'),
    404: UNKNOWN_ORDER,
  })
  async refundOrder(@Param('id', new IdPipe()) id: number, @Body() body: RefundOrderDto): Promise<RefundedResponse> {
    return new RefundedResponse(await this.orders.refund(id, body));
  }
}
