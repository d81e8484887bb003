import { columnsAndRows } from '../../../platform/database/entity-columns.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { toDecimal } from '../../../platform/money/money.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { eventRevenue } from '../../../events/commerce.events.js';
import { written } from '../../../platform/shapes/written.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { Order, OrderRefund } from '../orders/order.entity.js';
import { isBooked } from '../orders/order-status.js';
import type { Attribution } from './attribution.js';
import type { RevenueEntry } from './revenue.entity.js';

/** A line of the ledger, or a sum of lines that differ only in their figures. */
export type Booking = Omit<RevenueEntry, 'id' | 'createdAt'>;

export type BookableOrder = Pick<Order, 'id' | 'contactId' | 'status' | 'currency' | 'total' | 'orderedAt'> &
  Attribution;

/** Returns the expected ledger of an order; empty before it is completed and after it is cancelled. */
export function bookingsOf(order: BookableOrder, refunds: readonly OrderRefund[]): readonly Booking[] {
  if (!isBooked(order.status)) return [];
  const { id: orderId, contactId, currency, touch, campaignId, funnelId, stepId, emailId } = order;
  const common = { orderId, contactId, currency, touch, campaignId, funnelId, stepId, emailId };
  return [
    { ...common, refundId: null, kind: 'sale', amount: order.total, orders: 1, recordedAt: order.orderedAt },
    ...refunds
      .filter(({ amount }) => amount > 0)
      .map(({ id, amount, refundedAt }): Booking => ({
        ...common,
        refundId: id,
        kind: 'refund',
        amount: -amount,
        orders: 0,
        recordedAt: refundedAt,
      })),
  ];
}

/** Returns the lines that change the booked into the wanted ledger, reversals first. */
export function linesBetween(booked: readonly Booking[], wanted: readonly Booking[]): readonly Booking[] {
  const sums = new Map<string, Booking>();
  const add = (booking: Booking, sign: 1 | -1): void => {
    const key = placeOf(booking);
    const { amount, orders } = sums.get(key) ?? { amount: 0, orders: 0 };
    sums.set(key, { ...booking, amount: amount + sign * booking.amount, orders: orders + sign * booking.orders });
  };
  for (const booking of booked) add(booking, -1);
  for (const booking of wanted) add(booking, 1);
  return [...sums.values()].filter(({ amount, orders }) => amount !== 0 || orders !== 0);
}

function placeOf(booking: Booking): string {
  const { orderId, refundId, kind, contactId, currency, touch, campaignId, funnelId, stepId, emailId } = booking;
  const place = [orderId, refundId, kind, contactId, currency, touch, campaignId, funnelId, stepId, emailId];
  return [...place, booking.recordedAt.getTime()].join(' ');
}

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
    await tx.insertRows('revenue_entries', ...columnsAndRows(lines));
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
    revenue: written(
      eventRevenue,
      { ...line, sequenceId: line.stepId },
      { amount: toDecimal(line.amount, line.currency) },
    ),
  },
});
