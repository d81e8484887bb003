import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { toDecimal } from '../../../platform/money/money.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { OrderRefund } from '../orders/order-refund.entity.js';
import { type BookableOrder, type Booking, bookingsOf, linesBetween } from './bookings.js';

const BOOKED = namedSql(__dirname, 'booked');

/** Sums are decimals in the database, which the driver returns as text. */
type BookedRow = Omit<Booking, 'amount' | 'orders'> & {
  readonly amount: string | number;
  readonly orders: string | number;
};

/** The revenue ledger. It is append-only, so that past figures stay explainable. */
@Injectable()
export class Ledger {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Appends the lines that make the ledger match these orders, and publishes each of them.
   * @param orders the current orders, whose rows the caller has locked.
   * @param refunds all their refunds.
   * @param isFresh whether the orders cannot have any lines yet.
   */
  async balance(
    tx: Tx,
    orders: readonly BookableOrder[],
    refunds: readonly OrderRefund[],
    { isFresh = false } = {},
  ): Promise<void> {
    if (orders.length === 0) return;
    const wanted = orders.flatMap((order) =>
      bookingsOf(
        order,
        refunds.filter(({ orderId }) => orderId === order.id),
      ),
    );
    const booked = isFresh ? [] : await this.booked(tx, orders);
    const lines = linesBetween(booked, wanted);
    if (lines.length === 0) return;
    await tx.insertRows(
      'revenue_entries',
      [
        ...['order_id', 'refund_id', 'kind', 'contact_id', 'currency', 'amount', 'orders', 'touch', 'campaign_id'],
        ...['funnel_id', 'step_id', 'email_id', 'recorded_at'],
      ],
      lines.map((line) => [
        ...[line.orderId, line.refundId, line.kind, line.contactId, line.currency, line.amount, line.orders],
        ...[line.touch, line.campaignId, line.funnelId, line.stepId, line.emailId, line.recordedAt],
      ]),
    );
    await this.outbox.appendAll(tx, lines.map(recorded));
  }

  private async booked(tx: Tx, orders: readonly BookableOrder[]): Promise<Booking[]> {
    const rows = await tx.query<BookedRow>(BOOKED, { orderIds: orders.map(({ id }) => id) });
    return rows.map((row) => ({ ...row, amount: Number(row.amount), orders: Number(row.orders) }));
  }
}

const recorded = (line: Booking): NewEvent<'commerce.revenue_recorded'> => ({
  type: 'commerce.revenue_recorded',
  subjectId: line.orderId,
  data: {
    revenue: {
      order_id: line.orderId,
      contact_id: line.contactId,
      kind: line.kind,
      amount: toDecimal(line.amount, line.currency),
      orders: line.orders,
      currency: line.currency,
      campaign_id: line.campaignId,
      funnel_id: line.funnelId,
      sequence_id: line.stepId,
      email_id: line.emailId,
      touch: line.touch,
      recorded_at: line.recordedAt.toISOString(),
    },
  },
});
