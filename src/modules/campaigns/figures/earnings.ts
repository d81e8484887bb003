import { toDecimal } from '../../../platform/money/money.js';

/** Earnings in one currency, in its smallest unit, net of refunds. */
export interface MinorEarnings {
  readonly currency: string;
  readonly orders: number;
  readonly revenue: number;
}

/** As decimals. */
export interface Earnings {
  readonly revenue: number;
  /** Null without orders and without a requested currency. */
  readonly currency: string | null;
}

export const NO_EARNINGS: Earnings = { revenue: 0, currency: null };

/** Currencies cannot be added. @param wanted null for that of most orders; of equals the first by its code. */
export function inOneCurrency(sums: readonly MinorEarnings[], wanted: string | null): Earnings {
  const currency = wanted ?? mostUsed(sums);
  if (currency === null) return NO_EARNINGS;
  const revenue = sums.reduce((sum, one) => (one.currency === currency ? sum + one.revenue : sum), 0);
  return { revenue: toDecimal(revenue, currency), currency };
}

export function mostUsed(sums: readonly MinorEarnings[]): string | null {
  const orders = new Map<string, number>();
  for (const sum of sums) orders.set(sum.currency, (orders.get(sum.currency) ?? 0) + sum.orders);
  const [most] = [...orders].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return most?.[0] ?? null;
}
