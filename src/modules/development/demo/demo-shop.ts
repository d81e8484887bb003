import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { OrdersService } from '../../commerce/orders.service.js';
import { demoOrders } from './demo-data.js';
import { DemoRows } from './demo-rows.js';

const SHOP = 'demo';

/** Reports the orders of the demo shop. */
@Injectable()
export class DemoShop {
  constructor(
    private readonly rows: DemoRows,
    private readonly orders: OrdersService,
    private readonly clock: Clock,
  ) {}

  /** Existing orders stay unchanged. @returns how many are new. */
  async report(): Promise<number> {
    const known = await this.rows.orders(SHOP);
    const orders = demoOrders(this.clock.now()).filter(({ external_id }) => !known.has(external_id));
    for (const { refund, ...raw } of orders) {
      const { order } = await this.orders.report({ ...raw, provider: SHOP });
      if (refund) await this.orders.refund(order.id, { ...refund, external_id: `R-${raw.external_id}` });
    }
    return orders.length;
  }
}
