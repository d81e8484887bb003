import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import type { Order, OrderRefund } from './orders/order.entity.js';
import {
  ORDER_COLUMNS,
  ORDER_SORTING,
  type OrderFilter,
  type OrderView,
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

  async one(id: number): Promise<OrderView & { readonly refunds: readonly OrderRefund[] }> {
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

function matching(filter: OrderFilter): { readonly where: string[]; readonly params: Record<string, SqlValue> } {
  const conditions: readonly (readonly [sql: string, name: string, value: SqlValue])[] = [
    ['o.status IN (:statuses)', 'statuses', filter.statuses.length === 0 ? null : filter.statuses],
    ['o.provider = :provider', 'provider', filter.provider],
    ['o.contact_id = :contactId', 'contactId', filter.contactId],
    ['o.campaign_id = :campaignId', 'campaignId', filter.campaignId],
    ['o.currency = :currency', 'currency', filter.currency],
    ['o.ordered_at >= :from', 'from', filter.from],
    ['o.ordered_at <= :to', 'to', filter.to],
  ];
  const asked = conditions.filter(([, , value]) => value !== null);
  return {
    where: [...asked.map(([sql]) => sql), ...(filter.condition ? [filter.condition.sql] : [])],
    params: { ...Object.fromEntries(asked.map(([, name, value]) => [name, value])), ...filter.condition?.params },
  };
}
