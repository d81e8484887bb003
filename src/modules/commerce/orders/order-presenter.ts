import { Injectable } from '@nestjs/common';
import { OrderChangedResponse, OrderReportedResponse } from '../dto/order.response.js';
import { OrdersQueries } from './orders.queries.js';
import type { OrderWritten } from './order-writer.js';
import type { ReportedOrder } from './orders.service.js';

/** Orders that were just written, with the click that they are put down to. */
@Injectable()
export class OrderPresenter {
  constructor(private readonly queries: OrdersQueries) {}

  async reported(written: ReportedOrder): Promise<OrderReportedResponse> {
    return new OrderReportedResponse(await this.queries.view(written.order), written);
  }

  async changed({ order }: OrderWritten): Promise<OrderChangedResponse> {
    return new OrderChangedResponse(await this.queries.view(order));
  }
}
