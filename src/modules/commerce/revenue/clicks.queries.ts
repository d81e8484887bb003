import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Reader } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { Order } from '../orders/order.entity.js';
import { type Click, lastClick } from './attribution.js';

const CLICKS_BEFORE_ORDERS = namedSql(__dirname, 'clicks-before-orders');

type OrderClick = Click & { readonly orderId: number };

@Injectable()
export class ClicksQueries {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** Returns the attributed click by order id; null without one. One query for all orders. */
  async lastBefore(
    reader: Reader,
    orders: readonly Pick<Order, 'id' | 'orderedAt'>[],
  ): Promise<ReadonlyMap<number, Click | null>> {
    const { attributionWindowDays: windowDays } = this.config.commerce;
    if (orders.length === 0 || windowDays === 0) return new Map(orders.map(({ id }) => [id, null]));
    const clicks = new Map<number, Click[]>(orders.map(({ id }) => [id, []]));
    const rows = await reader.query<OrderClick>(CLICKS_BEFORE_ORDERS, { windowDays, orderIds: [...clicks.keys()] });
    for (const { orderId, ...click } of rows) clicks.get(orderId)?.push(click);
    return new Map(
      orders.map(({ id, orderedAt }) => [id, lastClick(clicks.get(id) ?? [], orderedAt, windowDays)] as const),
    );
  }

  /** Returns by order id when the attributed email was last clicked before the order. */
  async momentsOf(
    reader: Reader,
    orders: readonly Pick<Order, 'id' | 'emailId'>[],
  ): Promise<ReadonlyMap<number, Date>> {
    const orderIds = orders.filter(({ emailId }) => emailId !== null).map(({ id }) => id);
    if (orderIds.length === 0) return new Map();
    const rows = await reader.query<{ id: number; clickedAt: Date }>(
      `SELECT o.id, MAX(h.occurred_at) AS clickedAt
         FROM orders o JOIN email_hits h ON h.message_id = o.email_id
        WHERE o.id IN (:orderIds) AND h.kind = 'click' AND h.is_machine = 0 AND h.occurred_at <= o.ordered_at
        GROUP BY o.id`,
      { orderIds },
    );
    return new Map(rows.map(({ id, clickedAt }) => [id, clickedAt]));
  }
}
