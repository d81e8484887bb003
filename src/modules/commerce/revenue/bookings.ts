import { isBooked } from '../orders/order-status.js';
import type { OrderRefund } from '../orders/order-refund.entity.js';
import type { Order } from '../orders/order.entity.js';
import type { Attribution } from './attribution.js';
import type { RevenueEntry } from './revenue-entry.entity.js';

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
