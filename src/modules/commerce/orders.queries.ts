import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { type CursorPosition, offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import type { OrderRefund } from './orders/order-refund.entity.js';
import {
  ORDER_COLUMNS,
  ORDER_SORTING,
  type OrderFilter,
  type OrderSortField,
  type OrderView,
  refundsOf,
  type StoredOrder,
  toOrder,
} from './orders/order-row.js';
import type { Order } from './orders/order.entity.js';

@Injectable()
export class OrdersQueries {
  constructor(
    private readonly db: Database,
    private readonly clicks: ClicksQueries,
  ) {}

  async list(filter: OrderFilter, request: PageRequest): Promise<Page<OrderView>> {
    const { where, params } = matching(filter);
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM orders o ${whereClause(where)}`,
      params,
    );
    const beyond = ORDER_SORTING.beyond(filter.sorting, request, 'o');
    if (beyond) where.push(beyond.sql);
    const rows = await this.db.query<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders o ${whereClause(where)}
        ORDER BY ${ORDER_SORTING.order(filter.sorting, 'o')}
        LIMIT :limit OFFSET :offset`,
      // One more row than requested shows whether there is a next page.
      {
        ...params,
        ...beyond?.params,
        limit: request.perPage + 1,
        offset: request.cursor === undefined ? offsetOf(request) : 0,
      },
    );
    const orders = rows.slice(0, request.perPage).map(toOrder);
    const last = orders.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, filter.sorting.field) : null;
    return { items: await this.views(orders), total: counted?.total ?? 0, request, next };
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

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

function positionOf({ id, orderedAt, createdAt, updatedAt }: Order, field: OrderSortField): CursorPosition {
  const values = { id, ordered_at: orderedAt, total: null, created_at: createdAt, updated_at: updatedAt };
  return ORDER_SORTING.position(id, values[field], field);
}
