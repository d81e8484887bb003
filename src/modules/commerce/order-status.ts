/** In the order in which an order passes through them; what is told late takes nothing back. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why revenue is put down to a mail. */
export const TOUCHES = ['last_click'] as const;
export type Touch = (typeof TOUCHES)[number];
