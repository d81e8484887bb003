import { StateMachine } from '../../../platform/work/states.js';

/** In the sequence of an order's life; a late report does not move it back. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What may become of the stored status; each event is a report or refund that leads to it. `statusFault` decides on reports. */
export const ORDERS = new StateMachine('order', 'orders.status', ORDER_STATUSES, {
  initial: ORDER_STATUSES,
  events: {
    pending: { from: ['pending', 'cancelled'], to: 'pending' },
    processing: { from: ['pending', 'processing', 'cancelled'], to: 'processing' },
    /** From `refunded` by a higher total. */
    completed: { from: ORDER_STATUSES, to: 'completed' },
    cancelled: { from: ORDER_STATUSES, to: 'cancelled' },
    refunded: { from: ORDER_STATUSES, to: 'refunded' },
  },
});

/** Returns a positive number when `one` comes after `other`. */
export function compareStatuses(one: OrderStatus, other: OrderStatus): number {
  return ORDER_STATUSES.indexOf(one) - ORDER_STATUSES.indexOf(other);
}

/** Statuses that count in figures; a refunded order counts as an order without revenue. */
export const BOOKED_STATUSES = ['completed', 'refunded'] as const satisfies readonly OrderStatus[];

export const isBooked = (status: OrderStatus): boolean => (BOOKED_STATUSES as readonly OrderStatus[]).includes(status);

export const TOUCHES = ['last_click'] as const;
export type Touch = (typeof TOUCHES)[number];
