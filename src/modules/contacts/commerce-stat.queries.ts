import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { decimalsOf } from '../../platform/money/money.js';

/** What a contact has bought. Amounts are decimals of `currency`. */
export interface CommerceStat {
  readonly ordersCount: number;
  /** Less what was given back. */
  readonly totalSpent: number;
  readonly averageOrderValue: number;
  /** Null without orders. */
  readonly currency: string | null;
  readonly firstOrderAt: Date | null;
  readonly lastOrderAt: Date | null;
  readonly refundedTotal: number;
}

/** What is true of everybody who has not ordered anything. */
const WITHOUT_ORDERS: CommerceStat = {
  ordersCount: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  currency: null,
  firstOrderAt: null,
  lastOrderAt: null,
  refundedTotal: 0,
};

interface StatRow {
  readonly currency: string;
  readonly orders_count: number;
  readonly total_spent: number;
  readonly refunded_total: number;
  readonly first_order_at: Date;
  readonly last_order_at: Date;
}

/** The shop's view of a contact, which the commerce module keeps up to date with every order. */
@Injectable()
export class CommerceStatQueries {
  constructor(private readonly db: Database) {}

  /** Of several currencies the one with most orders, because amounts of different ones cannot be added up. */
  async statOf(contactId: number): Promise<CommerceStat> {
    const [row] = await this.db.query<StatRow>(
      `SELECT currency, orders_count, total_spent, refunded_total, first_order_at, last_order_at
         FROM contact_commerce WHERE contact_id = :contactId AND orders_count > 0
        ORDER BY orders_count DESC, currency LIMIT 1`,
      { contactId },
    );
    if (!row) return WITHOUT_ORDERS;
    return {
      ordersCount: row.orders_count,
      totalSpent: row.total_spent,
      averageOrderValue: average(row),
      currency: row.currency,
      firstOrderAt: row.first_order_at,
      lastOrderAt: row.last_order_at,
      refundedTotal: row.refunded_total,
    };
  }
}

function average({ total_spent, orders_count, currency }: StatRow): number {
  const factor = 10 ** decimalsOf(currency);
  // In the smallest unit first: 30.15 / 2 has no exact double.
  return Math.round(Math.round(total_spent * factor) / orders_count) / factor;
}
