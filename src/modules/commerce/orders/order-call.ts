import type { ContactIdentifiers } from '../../contacts/contact-identity.service.js';
import { compareStatuses, type OrderStatus } from '../order-status.js';
import type { OrderRefund } from './order-refund.entity.js';
import type { Order, OrderItem } from './order.entity.js';

/** What a shop says of an order, once it is known to be sound. Money is in the smallest unit. */
export interface OrderCall {
  readonly provider: string;
  readonly externalId: string;
  readonly who: ContactIdentifiers;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly total: number;
  /** Null when nothing is said of them; an empty list says nothing either. */
  readonly items: readonly OrderItem[] | null;
  readonly orderedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** What of a stored order may be changed by a manager; the rest stays. */
export interface OrderChanges {
  readonly who: ContactIdentifiers | null;
  readonly status: OrderStatus | null;
  readonly total: number | null;
  readonly items: readonly OrderItem[] | null;
  readonly orderedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** A refund as it was told. */
export interface RefundCall {
  readonly externalId: string | null;
  readonly amount: number;
  readonly reason: string | null;
  readonly refundedAt: Date | null;
}

/** An order as far as calls decide it; refunds may make a completed one a refunded one. */
export type ToldOrder = Pick<Order, 'contactId' | 'status' | 'total' | 'items' | 'orderedAt' | 'sourceUpdatedAt'>;

/** What a stored order was told to be: completed, where refunds alone have made it a refunded one. */
export function toldOf(order: Order, refunds: readonly OrderRefund[]): ToldOrder {
  const { contactId, total, items, orderedAt, sourceUpdatedAt } = order;
  const wasTold = order.status !== 'refunded' || refunds.some(({ isRemainder }) => isRemainder === 1);
  return { contactId, status: wasTold ? order.status : 'completed', total, items, orderedAt, sourceUpdatedAt };
}

/** The status that an order has in the end: a completed one is refunded once everything was given back. */
export function statusOf(told: OrderStatus, total: number, givenBack: number): OrderStatus {
  return told === 'completed' && total > 0 && givenBack === total ? 'refunded' : told;
}

/**
 * Whether a call tells of a time before what is stored. A status that is further along wins, whenever it was told; among
 * calls of one status the one that the shop wrote last. So of two calls always the same one wins, in whichever order they
 * arrive. Who says no time counts as older than who does.
 */
export function isLate(call: Pick<OrderCall, 'status' | 'updatedAt'>, stored: ToldOrder): boolean {
  const further = compareStatuses(call.status, stored.status);
  if (further !== 0) return further < 0;
  return timeOf(call.updatedAt) < timeOf(stored.sourceUpdatedAt);
}

/**
 * The order after a call. A late one changes nothing that was said; it only fills in what nobody has said yet.
 * @param contactId whom the call names.
 * @param isOrderedAtGuessed whether nobody has said so far when it was ordered.
 */
export function afterCall(
  stored: ToldOrder,
  call: Pick<OrderCall, 'status' | 'total' | 'items' | 'orderedAt' | 'updatedAt'>,
  { contactId, isOrderedAtGuessed }: { readonly contactId: number | null; readonly isOrderedAtGuessed: boolean },
): ToldOrder {
  if (isLate(call, stored))
    return {
      ...stored,
      items: stored.items.length === 0 ? (call.items ?? []) : stored.items,
      orderedAt: (isOrderedAtGuessed ? call.orderedAt : null) ?? stored.orderedAt,
    };
  return {
    // Somebody who is gone does not come back because his shop repeats itself.
    contactId: stored.contactId === null ? null : (contactId ?? stored.contactId),
    status: call.status,
    total: call.total,
    items: call.items === null || call.items.length === 0 ? stored.items : call.items,
    orderedAt: call.orderedAt ?? stored.orderedAt,
    sourceUpdatedAt: call.updatedAt,
  };
}

/** The order after a manager has changed it. What he says he saw before the last change of the shop is late. */
export function afterChanges(stored: ToldOrder, changes: OrderChanges, contactId: number | null): ToldOrder {
  const { status, total, items, orderedAt, updatedAt } = changes;
  if (updatedAt !== null && timeOf(updatedAt) < timeOf(stored.sourceUpdatedAt)) return stored;
  return {
    contactId: contactId ?? stored.contactId,
    status: status ?? stored.status,
    total: total ?? stored.total,
    items: items ?? stored.items,
    orderedAt: orderedAt ?? stored.orderedAt,
    sourceUpdatedAt: updatedAt ?? stored.sourceUpdatedAt,
  };
}

const timeOf = (moment: Date | null): number => moment?.getTime() ?? -Infinity;
