import { Injectable } from '@nestjs/common';

/** What a contact has bought. Amounts are decimals of `currency`. */
export interface CommerceStat {
  readonly ordersCount: number;
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

/**
 * The shop's view of a contact. Nothing can be ordered yet: there is no table of orders, so nobody has any. The commerce
 * module brings that table, and with it the query that belongs here.
 */
@Injectable()
export class CommerceStatQueries {
  statOf(): CommerceStat {
    return WITHOUT_ORDERS;
  }
}
