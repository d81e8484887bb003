/** In the order in which an order passes through them; what is told late takes nothing back. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How far along a status is: more than zero when `one` comes after `other`. */
export function compareStatuses(one: OrderStatus, other: OrderStatus): number {
  return ORDER_STATUSES.indexOf(one) - ORDER_STATUSES.indexOf(other);
}

/** Orders that count in figures; a refunded one counts as an order that brought nothing. */
export const BOOKED_STATUSES = ['completed', 'refunded'] as const satisfies readonly OrderStatus[];

export const isBooked = (status: OrderStatus): boolean => (BOOKED_STATUSES as readonly OrderStatus[]).includes(status);

/** Why revenue is put down to a mail. */
export const TOUCHES = ['last_click'] as const;
export type Touch = (typeof TOUCHES)[number];
