import type { Reader } from '../../../platform/database/database.js';
import { withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import { decimalsOf } from '../../../platform/money/money.js';

/** Order totals of a contact, by API names. Amounts are decimals of `currency`, less refunds. */
export type CommerceStat = Awaited<ReturnType<typeof commerceStatOf>>;

const WITHOUT_ORDERS = {
  orders_count: 0,
  total_spent: 0,
  average_order_value: 0,
  currency: null,
  first_order_at: null,
  last_order_at: null,
  refunded_total: 0,
};

interface StatRow {
  readonly currency: string;
  readonly orders_count: number;
  readonly total_spent: number;
  readonly refunded_total: number;
  readonly first_order_at: Date;
  readonly last_order_at: Date;
}

/** Reads the totals in the currency with the most orders: amounts cannot be added across currencies. */
export async function commerceStatOf(reader: Reader, contactId: number) {
  const [row] = await reader.query<StatRow>(
    `SELECT currency, orders_count, total_spent, refunded_total, first_order_at, last_order_at
       FROM contact_commerce WHERE contact_id = :contactId AND orders_count > 0
      ORDER BY orders_count DESC, currency LIMIT 1`,
    { contactId },
  );
  return row ? { ...WITHOUT_ORDERS, ...withSqlTimestamps(row), average_order_value: average(row) } : WITHOUT_ORDERS;
}

function average({ total_spent, orders_count, currency }: StatRow): number {
  const factor = 10 ** decimalsOf(currency);
  // Rounds in the smallest unit first: 30.15 / 2 has no exact double.
  return Math.round(Math.round(total_spent * factor) / orders_count) / factor;
}
