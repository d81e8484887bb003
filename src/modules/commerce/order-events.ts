import { eventOrder, eventRefund } from '../../events/commerce.events.js';
import type { Tx } from '../../platform/database/database.js';
import { toDecimal } from '../../platform/money/money.js';
import type { NewEvent } from '../../platform/outbox/outbox.js';
import { written } from '../../platform/shapes/written.js';
import { contactSnapshots } from '../contacts/contact/contact-locks.js';
import { itemsOf, type OrderWithRefunds } from './orders/order-row.js';
import type { OrderState } from './orders/order-call.js';
import type { OrderRefund } from './orders/order.entity.js';

/** Returns the events of a write. They contain the contact, so an order of a deleted contact has none. */
export async function orderEvents(
  tx: Tx,
  known: readonly OrderRefund[],
  before: OrderState | null,
  after: OrderState,
  { order, refunds }: OrderWithRefunds,
): Promise<NewEvent[]> {
  const { id: subjectId, contactId, currency } = order;
  if (contactId === null) return [];
  const fresh = refunds.filter(({ id, amount }) => amount > 0 && !known.some((other) => other.id === id));
  const completed = isNewlyCompleted(before, after);
  if (before !== null && !completed && fresh.length === 0) return [];
  const contact = (await contactSnapshots(tx, [contactId])).get(contactId);
  if (!contact) throw new Error('locked contact does not exist');
  const [total, refunded] = [toDecimal(order.total, currency), toDecimal(order.refunded, currency)];
  const shown = written(eventOrder, order, { contact_id: contactId, total, refunded, items: itemsOf(order) });
  const event = (type: 'commerce.order_created' | 'commerce.order_completed'): NewEvent => ({
    ...{ type, subjectId, dedupeKey: `${type}:${subjectId}` },
    data: { order: shown, contact },
  });
  return [
    ...(before === null ? [event('commerce.order_created')] : []),
    ...(completed ? [event('commerce.order_completed')] : []),
    ...fresh.map((refund): NewEvent<'commerce.order_refunded'> => {
      const shownRefund = written(eventRefund, refund, { amount: toDecimal(refund.amount, currency) });
      const type = 'commerce.order_refunded';
      const data = { order: shown, contact, refund: shownRefund };
      return { type, subjectId, data, dedupeKey: `${type}:${refund.id}` };
    }),
  ];
}

export function isNewlyCompleted(before: OrderState | null, after: OrderState): boolean {
  return after.status === 'completed' && before?.status !== 'completed';
}
