import { columnsOf } from '../../../platform/database/entity-columns.js';
import type { Reader } from '../../../platform/database/database.js';
import { Keyset } from '../../../platform/http/keyset.js';
import type { Sorting } from '../../../platform/http/page.js';
import { toDecimal, toMinor } from '../../../platform/money/money.js';
import type { SqlCondition, SqlValue } from '../../../platform/sql/named-parameters.js';
import { Order, type OrderItem, OrderRefund } from './order.entity.js';

/** An order as SQL returns it, with its items as JSON text. */
export type StoredOrder = Omit<Order, 'items'> & { readonly items: string };

export interface OrderWithRefunds {
  readonly order: Order;
  readonly refunds: readonly OrderRefund[];
}

export interface OrderWritten extends OrderWithRefunds {
  readonly changed: boolean;
}

export interface ReportedOrder extends OrderWritten {
  readonly action: 'created' | 'updated' | 'unchanged';
  /** Why the call changed nothing; undefined if it did. */
  readonly reason: string | undefined;
  /** What was rounded. */
  readonly warnings: readonly string[];
}

export interface RefundedOrder {
  readonly order: Order;
  readonly refund: OrderRefund;
  readonly isRepeated: boolean;
  readonly warnings: readonly string[];
}

export const ORDER_COLUMNS = columnsOf(Order, 'o');

export function toOrder<Row extends StoredOrder>(row: Row): Omit<Row, 'items'> & Order {
  return { ...row, items: JSON.parse(row.items) as readonly OrderItem[] };
}

/** Returns the items with every member. */
export const itemsOf = ({ items, currency }: Pick<Order, 'items' | 'currency'>) =>
  items.map((item) => ({
    ...{ sku: null, url: null, image_url: null, options: {}, meta: {} },
    total: toDecimal(toMinor(item.quantity * item.price, currency).minor, currency),
    ...item,
    ...{ name: item.title, unit_price: item.price },
  }));

const REFUND_COLUMNS = columnsOf(OrderRefund, 'r');

/** Returns the refunds of these orders, in the order of recording. */
export async function refundsOf(reader: Reader, orderIds: readonly number[]): Promise<OrderRefund[]> {
  if (orderIds.length === 0) return [];
  return reader.query<OrderRefund>(
    `SELECT ${REFUND_COLUMNS} FROM order_refunds r WHERE r.order_id IN (:orderIds) ORDER BY r.id`,
    { orderIds },
  );
}

export const ORDER_SORTING = new Keyset({
  id: 'id',
  ordered_at: 'time',
  total: 'unsteady',
  created_at: 'time',
  updated_at: 'time',
});
type OrderSortField = (typeof ORDER_SORTING)['fields'][number];

/** Conditions on the order `o` by their parameter. */
export const ORDER_CONDITIONS = {
  statuses: 'o.status IN (:statuses)',
  provider: 'o.provider = :provider',
  contactId: 'o.contact_id = :contactId',
  campaignId: 'o.campaign_id = :campaignId',
  currency: 'o.currency = :currency',
  from: 'o.ordered_at >= :from',
  to: 'o.ordered_at <= :to',
} as const;

export interface OrderFilter {
  readonly values: Readonly<Partial<Record<keyof typeof ORDER_CONDITIONS, SqlValue>>>;
  /** A further condition on the order `o`. */
  readonly condition: SqlCondition | undefined;
  readonly sorting: Sorting<OrderSortField>;
}

export interface OrderView {
  readonly order: Order;
  /** Time of the attributed click; null without attribution, or if the click is not stored any more. */
  readonly clickedAt: Date | null;
}
