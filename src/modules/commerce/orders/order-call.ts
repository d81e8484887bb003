import type { ContactIdentifiers } from '../../contacts/contact/contact-identity.js';
import { compareStatuses, type OrderStatus } from './order-status.js';
import type { Order, OrderItem, OrderRefund } from './order.entity.js';

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

type Changeable = 'who' | 'status' | 'total' | 'items' | 'orderedAt' | 'updatedAt';

export type OrderChanges = { readonly [Field in Changeable]: OrderCall[Field] | null };

export interface RefundCall {
  readonly externalId: string | null;
  readonly amount: number;
  readonly reason: string | null;
  readonly refundedAt: Date | null;
}

/** The reported fields of an order; refunds can turn its status from completed to refunded. */
export type OrderState = Pick<
  Order,
  'contactId' | 'status' | 'total' | 'items' | 'orderedAt' | 'sourceUpdatedAt' | 'sourceCancelledAt'
>;

/** Returns the reported order: completed, if only refunds made it refunded. */
export function reportedStateOf(order: Order, refunds: readonly OrderRefund[]): OrderState {
  const { contactId, total, items, orderedAt, sourceUpdatedAt, sourceCancelledAt } = order;
  const wasReported = order.status !== 'refunded' || refunds.some(({ isRemainder }) => isRemainder === 1);
  const status = wasReported ? order.status : 'completed';
  return { contactId, status, total, items, orderedAt, sourceUpdatedAt, sourceCancelledAt };
}

/** Returns the effective status: a completed order is refunded once its total is refunded. */
export function statusOf(reported: OrderStatus, total: number, refundedAmount: number): OrderStatus {
  return reported === 'completed' && total > 0 && refundedAmount === total ? 'refunded' : reported;
}

/** Returns why the status cannot follow the stored one: it moves forward, except after a cancellation that is older. */
export function statusFault(
  { status, updatedAt }: Pick<OrderCall, 'status' | 'updatedAt'>,
  { status: from, sourceCancelledAt }: Pick<OrderState, 'status' | 'sourceCancelledAt'>,
): string | null {
  if (compareStatuses(status, from) >= 0) return null;
  if (from !== 'cancelled') return `cannot go back from ${from}`;
  if (updatedAt === null || sourceCancelledAt === null)
    return 'cannot go back from cancelled: only updated_at of both reports shows which one is later';
  return updatedAt > sourceCancelledAt ? null : 'cannot go back from cancelled: updated_at is not later';
}

/**
 * Returns why a call is older than the stored order; null if it is not. The status that is further along wins, whatever its time; among
 * calls of one status, and between a cancellation and other calls, the last change in the shop wins. So the revenue is independent of the
 * sequence of the calls. A call without a time counts as older than one with a time, but it can cancel.
 */
export function lateReason(call: Pick<OrderCall, 'status' | 'updatedAt'>, stored: OrderState): string | null {
  const fault = statusFault(call, stored);
  if (fault !== null) return `status ${fault}`;
  const { status, updatedAt } = call;
  const { sourceUpdatedAt, sourceCancelledAt } = stored;
  if (status === stored.status && timeOf(updatedAt) < timeOf(sourceUpdatedAt)) return OLDER;
  if (status === 'cancelled') return updatedAt !== null && timeOf(updatedAt) < timeOf(sourceUpdatedAt) ? OLDER : null;
  const isCancelled =
    status !== 'refunded' && sourceCancelledAt !== null && timeOf(updatedAt) <= timeOf(sourceCancelledAt);
  return isCancelled ? 'updated_at is not later than that of a cancellation' : null;
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
  const sourceCancelledAt = cancelledAt(stored, call);
  if (lateReason(call, stored) !== null)
    return {
      ...stored,
      sourceCancelledAt: stored.status === 'cancelled' ? stored.sourceCancelledAt : sourceCancelledAt,
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
    sourceCancelledAt,
  };
}

/** Returns why a manager's changes are late, as `lateReason`; without a time they are not, unless they reopen the order. */
export function lateChangeReason({ status, updatedAt }: OrderChanges, stored: OrderState): string | null {
  const fault = status === null ? null : statusFault({ status, updatedAt }, stored);
  if (fault !== null) return `status ${fault}`;
  return updatedAt !== null && timeOf(updatedAt) < timeOf(stored.sourceUpdatedAt) ? OLDER : null;
}

export function afterChanges(stored: OrderState, changes: OrderChanges, contactId: number | null): OrderState {
  const { status, total, items, orderedAt, updatedAt } = changes;
  if (lateChangeReason(changes, stored) !== null) return stored;
  return {
    contactId: contactId ?? stored.contactId,
    status: status ?? stored.status,
    total: total ?? stored.total,
    items: items ?? stored.items,
    orderedAt: orderedAt ?? stored.orderedAt,
    sourceUpdatedAt: updatedAt ?? stored.sourceUpdatedAt,
    sourceCancelledAt: cancelledAt(stored, changes),
  };
}

/** The time of the last cancellation; null if there was none, or if the last one had no time. */
function cancelledAt(
  { status: from, sourceCancelledAt: known }: OrderState,
  { status, updatedAt }: Pick<OrderChanges, 'status' | 'updatedAt'>,
): Date | null {
  if (status !== 'cancelled') return known;
  if (updatedAt === null) return from === 'cancelled' ? known : null;
  return timeOf(updatedAt) > timeOf(known) ? updatedAt : known;
}

const OLDER = 'updated_at is older than that of the stored order';
const timeOf = (moment: Date | null): number => moment?.getTime() ?? -Infinity;
