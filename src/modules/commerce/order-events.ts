import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../events/contact.events.js';
import type { Tx } from '../../platform/database/database.js';
import { toDecimal } from '../../platform/money/money.js';
import { type NewEvent, Outbox } from '../../platform/outbox/outbox.js';
import { ContactSnapshots } from '../contacts/contact/contact-snapshots.service.js';
import { itemsOf } from './orders/order-row.js';
import type { OrderState } from './orders/order-call.js';
import type { Order, OrderRefund } from './orders/order.entity.js';

@Injectable()
export class OrderEvents {
  constructor(
    private readonly snapshots: ContactSnapshots,
    private readonly outbox: Outbox,
  ) {}

  /** Order events contain the contact, so an order of a deleted contact publishes none. */
  async announce(
    tx: Tx,
    {
      refunds: known,
      before,
      after,
    }: { refunds: readonly OrderRefund[]; before: OrderState | null; after: OrderState },
    { order, refunds }: { readonly order: Order; readonly refunds: readonly OrderRefund[] },
  ): Promise<void> {
    if (order.contactId === null) return;
    const fresh = refunds.filter(({ id, amount }) => amount > 0 && !known.some((other) => other.id === id));
    const completed = isNewlyCompleted(before, after);
    if (before !== null && !completed && fresh.length === 0) return;
    const contact = (await this.snapshots.of([order.contactId], tx)).get(order.contactId);
    if (!contact) throw new Error('locked contact does not exist');
    const shown = shownOrder(order, order.contactId);
    await this.outbox.appendAll(tx, [
      ...(before === null ? [orderEvent('commerce.order_created', order.id, shown, contact)] : []),
      ...(completed ? [orderEvent('commerce.order_completed', order.id, shown, contact)] : []),
      ...fresh.map((refund) => refundEvent(refund, order, shown, contact)),
    ]);
  }
}

export function isNewlyCompleted(before: OrderState | null, after: OrderState): boolean {
  return after.status === 'completed' && before?.status !== 'completed';
}

type EventOrder = NewEvent<'commerce.order_created'>['data']['order'];

function shownOrder(order: Order, contactId: number): EventOrder {
  return {
    id: order.id,
    external_id: order.externalId,
    provider: order.provider,
    contact_id: contactId,
    status: order.status,
    currency: order.currency,
    total: toDecimal(order.total, order.currency),
    refunded: toDecimal(order.refunded, order.currency),
    items: itemsOf(order),
    ordered_at: order.orderedAt.toISOString(),
    source_updated_at: order.sourceUpdatedAt?.toISOString() ?? null,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

const orderEvent = (
  type: 'commerce.order_created' | 'commerce.order_completed',
  id: number,
  order: EventOrder,
  contact: ContactSnapshot,
): NewEvent => ({ type, subjectId: id, data: { order, contact }, dedupeKey: `${type}:${id}` });

const refundEvent = (
  { id, externalId, amount, reason, refundedAt }: OrderRefund,
  { id: orderId, currency }: Order,
  order: EventOrder,
  contact: ContactSnapshot,
): NewEvent<'commerce.order_refunded'> => ({
  type: 'commerce.order_refunded',
  subjectId: orderId,
  data: {
    order,
    contact,
    refund: {
      id,
      external_id: externalId,
      amount: toDecimal(amount, currency),
      reason,
      refunded_at: refundedAt.toISOString(),
    },
  },
  dedupeKey: `commerce.order_refunded:${id}`,
});
