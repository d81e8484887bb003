import { toDecimal } from '../../../platform/money/money.js';

/** What orders brought. Money is in the smallest unit of one currency; revenue is what is left after refunds. */
export interface RevenueSums {
  readonly orders: number;
  readonly revenue: number;
  readonly refunded: number;
}

export const NO_REVENUE: RevenueSums = { orders: 0, revenue: 0, refunded: 0 };

/** Revenue as people know it. Without a currency nothing was ever ordered, so that every amount is 0. */
export function asMoney(minor: number, currency: string | null): number {
  return currency === null ? 0 : toDecimal(minor, currency);
}

/** Revenue of an order on average, as a decimal that the currency can be paid in; 0 without orders. */
export function averageOrderValue(
  { revenue, orders }: Pick<RevenueSums, 'revenue' | 'orders'>,
  currency: string | null,
): number {
  return orders <= 0 ? 0 : asMoney(Math.round(revenue / orders), currency);
}

export function sumOf(parts: readonly RevenueSums[]): RevenueSums {
  return parts.reduce(
    (sum, { orders, revenue, refunded }) => ({
      orders: sum.orders + orders,
      revenue: sum.revenue + revenue,
      refunded: sum.refunded + refunded,
    }),
    NO_REVENUE,
  );
}
