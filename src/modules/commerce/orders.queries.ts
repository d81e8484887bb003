import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import type { Order } from './orders/order.entity.js';
import {
  ORDER_COLUMNS,
  ORDER_CONDITIONS,
  ORDER_SORTING,
  type OrderFilter,
  type OrderView,
  type OrderWithRefunds,
  refundsOf,
  type StoredOrder,
  toOrder,
} from './orders/order-row.js';

@Injectable()
export class OrdersQueries {
  constructor(
    private readonly db: Database,
    private readonly clicks: ClicksQueries,
  ) {}

  async list(filter: OrderFilter, request: PageRequest): Promise<Page<OrderView>> {
    const sql = { columns: ORDER_COLUMNS, from: 'orders', row: 'o', ...matching(filter) };
    const page = await ORDER_SORTING.page<StoredOrder>(this.db, sql, filter.sorting, request);
    return { ...page, items: await this.views(page.items.map(toOrder)) };
  }

  async one(id: number): Promise<OrderView & OrderWithRefunds> {
    const [row] = await this.db.query<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = :id`, { id });
    if (!row) throw notFound();
    return { ...(await this.view(toOrder(row))), refunds: await refundsOf(this.db, [id]) };
  }

  async view(order: Order): Promise<OrderView> {
    return { order, clickedAt: (await this.clicks.momentsOf(this.db, [order])).get(order.id) ?? null };
  }

  private async views(orders: readonly Order[]): Promise<OrderView[]> {
    const moments = await this.clicks.momentsOf(this.db, orders);
    return orders.map((order) => ({ order, clickedAt: moments.get(order.id) ?? null }));
  }
}

function matching({ values, condition }: OrderFilter) {
  const names = Object.keys(values) as (keyof typeof values)[];
  return {
    where: [...names.map((name) => ORDER_CONDITIONS[name]), ...(condition ? [condition.sql] : [])],
    params: { ...values, ...condition?.params },
  };
}
