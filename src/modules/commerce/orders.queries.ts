import { Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../platform/clock/timestamps.js';
import { Database } from '../../platform/database/database.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';
import { type CursorPosition, offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import type { OrderRefund } from './orders/order-refund.entity.js';
import {
  ORDER_COLUMNS,
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

  /** @throws AppError rest_invalid_param for a cursor of another list. */
  async list(filter: OrderFilter, request: PageRequest): Promise<Page<OrderView>> {
    const { field, direction } = filter.sorting;
    if (request.cursor !== undefined && field === 'total')
      throw invalidParam('cursor', 'cannot be used when sorting by total, which can change between pages');
    const { where, params } = matching(filter);
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM orders o ${whereClause(where)}`,
      params,
    );
    if (request.cursor) {
      where.push(beyond(field, direction === 'ASC' ? '>' : '<'));
      params['afterId'] = request.cursor.id;
      params['afterValue'] = cursorValue(request.cursor, field);
    }
    const rows = await this.db.query<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders o ${whereClause(where)}
        ORDER BY ${field === 'id' ? '' : `o.${field} ${direction}, `}o.id ${direction}
        LIMIT :limit OFFSET :offset`,
      // One more row than requested shows whether there is a next page.
      { ...params, limit: request.perPage + 1, offset: request.cursor === undefined ? offsetOf(request) : 0 },
    );
    const orders = rows.slice(0, request.perPage).map(toOrder);
    const last = orders.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, field) : null;
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
    where: asked.map(([sql]) => sql),
    params: Object.fromEntries(asked.map(([, name, value]) => [name, value])),
  };
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** Returns the cursor condition. Not `(a, b) < (x, y)`: the database would read the index from its start. */
function beyond(field: OrderSortField, sign: '<' | '>'): string {
  if (field === 'id') return `o.id ${sign} :afterId`;
  return `o.${field} ${sign}= :afterValue AND (o.${field} ${sign} :afterValue OR o.id ${sign} :afterId)`;
}

function positionOf(order: Order, field: OrderSortField): CursorPosition {
  return { value: field === 'ordered_at' ? order.orderedAt.toISOString() : null, id: order.id };
}

/** @throws AppError rest_invalid_param for a cursor of another sort order. */
function cursorValue({ value }: CursorPosition, field: OrderSortField): Date | null {
  if (field === 'id' && value === null) return null;
  const moment = field === 'ordered_at' && typeof value === 'string' ? parseTimestamp(value) : null;
  if (moment === null) throw invalidParam('cursor', 'is not a cursor of this list');
  return moment;
}
