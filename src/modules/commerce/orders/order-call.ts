import type { ContactIdentifiers } from '../../contacts/contact/contact-identity.service.js';
import { compareStatuses, type OrderStatus } from './order-status.js';
import type { OrderRefund } from './order-refund.entity.js';
import type { Order, OrderItem } from './order.entity.js';

/** A validated order report. Money is in the smallest unit. */
export interface OrderCall {
  readonly provider: string;
  readonly externalId: string;
  readonly who: ContactIdentifiers;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly total: number;
  /** Null if not reported; an empty list counts as not reported. */
  readonly items: readonly OrderItem[] | null;
  readonly orderedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The fields of a stored order that a manager can change. */
export interface OrderChanges {
  readonly who: ContactIdentifiers | null;
  readonly status: OrderStatus | null;
  readonly total: number | null;
  readonly items: readonly OrderItem[] | null;
  readonly orderedAt: Date | null;
  readonly updatedAt: Date | null;
}

export interface RefundCall {
  readonly externalId: string | null;
  readonly amount: number;
  readonly reason: string | null;
  readonly refundedAt: Date | null;
}

/** The reported fields of an order; refunds can turn its status from completed to refunded. */
export type OrderState = Pick<Order, 'contactId' | 'status' | 'total' | 'items' | 'orderedAt' | 'sourceUpdatedAt'>;

/** Returns the reported order: completed, if only refunds made it refunded. */
export function reportedStateOf(order: Order, refunds: readonly OrderRefund[]): OrderState {
  const { contactId, total, items, orderedAt, sourceUpdatedAt } = order;
  const wasReported = order.status !== 'refunded' || refunds.some(({ isRemainder }) => isRemainder === 1);
  return { contactId, status: wasReported ? order.status : 'completed', total, items, orderedAt, sourceUpdatedAt };
}

/** Returns the effective status: a completed order is refunded once its total is refunded. */
export function statusOf(reported: OrderStatus, total: number, refundedAmount: number): OrderStatus {
  return reported === 'completed' && total > 0 && refundedAmount === total ? 'refunded' : reported;
}

/**
 * Returns whether a call is older than the stored order. The status that is further along wins, whatever its time; among calls of
 * one status the last change in the shop wins. So the result is independent of the sequence of the calls. A call without a
 * time counts as older than one with a time.
 */
export function isLate(call: Pick<OrderCall, 'status' | 'updatedAt'>, stored: OrderState): boolean {
  const further = compareStatuses(call.status, stored.status);
  if (further !== 0) return further < 0;
  return timeOf(call.updatedAt) < timeOf(stored.sourceUpdatedAt);
}

/**
 * Returns the order after a call. A late call only fills in missing data.
 * @param contactId the contact that the call names.
 * @param isOrderedAtGuessed whether no call has reported the order time yet.
 */
export function afterCall(
  stored: OrderState,
  call: Pick<OrderCall, 'status' | 'total' | 'items' | 'orderedAt' | 'updatedAt'>,
  { contactId, isOrderedAtGuessed }: { readonly contactId: number | null; readonly isOrderedAtGuessed: boolean },
): OrderState {
  if (isLate(call, stored))
    return {
      ...stored,
      items: stored.items.length === 0 ? (call.items ?? []) : stored.items,
      orderedAt: (isOrderedAtGuessed ? call.orderedAt : null) ?? stored.orderedAt,
    };
  return {
    // A repeated call does not restore a deleted contact.
    contactId: stored.contactId === null ? null : (contactId ?? stored.contactId),
    status: call.status,
    total: call.total,
    items: call.items === null || call.items.length === 0 ? stored.items : call.items,
    orderedAt: call.orderedAt ?? stored.orderedAt,
    sourceUpdatedAt: call.updatedAt,
  };
}

/** Returns the order after a manager's change. Changes with an older `updated_at` than the last change of the shop are late. */
export function afterChanges(stored: OrderState, changes: OrderChanges, contactId: number | null): OrderState {
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
