import { insertRecord, updateRecord } from '../../platform/database/records.js';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { toDecimal } from '../../platform/money/money.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { SqlParams } from '../../platform/sql/named-parameters.js';
import { ContactAutomation } from '../contacts/automation/contact-automation.service.js';
import { isNewlyCompleted, orderEvents } from './order-events.js';
import { isBooked, ORDERS } from './orders/order-status.js';
import { attributionTo } from './revenue/attribution.js';
import { ClicksQueries } from './revenue/clicks.queries.js';
import { recountFigures } from './revenue/contact-figures.js';
import { Ledger } from './revenue/ledger.js';
import { type OrderState, type RefundCall, statusOf } from './orders/order-call.js';
import type { Order, OrderRefund } from './orders/order.entity.js';
import {
  ORDER_COLUMNS,
  type OrderWithRefunds,
  type OrderWritten,
  refundsOf,
  type StoredOrder,
  toOrder,
} from './orders/order-row.js';

/** The fields of a new order that never change. */
type NewOrder = Pick<Order, 'provider' | 'externalId' | 'currency' | 'createdAt'>;

interface OrderWrite {
  readonly order: NewOrder | Order;
  readonly refunds: readonly OrderRefund[];
  /** The previously reported order; null for a new one. */
  readonly before: OrderState | null;
  readonly after: OrderState;
  /** When the order was reported as refunded, if the call says so. */
  readonly refundedAt?: Date;
  readonly refund?: RefundCall & { readonly refundedAt: Date };
}

const CUSTOMER = 'customer';
const BY_MANAGER = { source: 'api' } as const;

/**
 * Writes an order with its refunds, attribution, revenue ledger, contact figures, and events. It compares the stored with the
 * expected state, so the result does not depend on the order of the calls. The caller has locked the previous and the new
 * contact in the order of their ids, and then the order.
 */
@Injectable()
export class OrderWriter {
  constructor(
    private readonly ledger: Ledger,
    private readonly clicks: ClicksQueries,
    private readonly outbox: Outbox,
    private readonly contacts: ContactAutomation,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param for a total below the refunded amount. */
  async write(tx: Tx, write: OrderWrite): Promise<OrderWritten> {
    const { order, after } = write;
    const stored = 'id' in order ? order : null;
    const refundedAmount = refundedAmountOf(write);
    const remainder = after.status === 'refunded' ? after.total - refundedAmount : 0;
    const status = statusOf(after.status, after.total, refundedAmount);
    const columns = {
      ...after,
      status: stored === null ? status : ORDERS.next(stored.status, status),
      refunded: refundedAmount + remainder,
      items: JSON.stringify(after.items),
    };
    const id =
      'id' in order ? order.id : await insertRecord(tx, 'orders', { ...columns, ...order, updatedAt: order.createdAt });
    if (write.refund) await insertRecord(tx, 'order_refunds', { ...write.refund, orderId: id });
    const remainderChanged = await this.writeRemainder(tx, id, write, remainder);
    const rowChanged = stored === null || differs(stored, columns);
    if (!rowChanged && !remainderChanged && !write.refund)
      return { order: stored, refunds: write.refunds, changed: false };
    if (stored !== null && rowChanged) await updateRecord(tx, 'orders', id, columns);
    await this.attribute(tx, { id, orderedAt: after.orderedAt }, stored, after);
    const written = await this.read(tx, id);
    await this.outbox.appendAll(tx, await orderEvents(tx, write.refunds, write.before, after, written));
    await this.ledger.balance(tx, [written.order], written.refunds, { isFresh: stored === null });
    await this.recount(tx, stored, written.order);
    await this.promote(tx, write, written.order);
    const changes = [isShown(stored, columns), remainderChanged, write.refund !== undefined];
    return { ...written, changed: changes.includes(true) };
  }

  /**
   * Updates the part of a refunded order that no reported refund covers. The row stays, with the amount 0, even when refunds
   * cover everything, to record that the shop reported the order as refunded. It counts from the earliest such report.
   */
  private async writeRemainder(
    tx: Tx,
    orderId: number,
    { refunds, after, refundedAt }: OrderWrite,
    amount: number,
  ): Promise<boolean> {
    if (after.status !== 'refunded') return false;
    const known = refunds.find(({ isRemainder }) => isRemainder === 1);
    if (known === undefined) {
      await insertRecord(tx, 'order_refunds', {
        orderId,
        isRemainder: 1,
        amount,
        refundedAt: refundedAt ?? after.orderedAt,
      });
      return true;
    }
    const since = refundedAt !== undefined && refundedAt < known.refundedAt ? refundedAt : known.refundedAt;
    if (known.amount === amount && since.getTime() === known.refundedAt.getTime()) return false;
    await updateRecord(tx, 'order_refunds', known.id, { amount, refundedAt: since });
    return true;
  }

  /** The attribution depends on the contact and the time of the order; the relay handles clicks that arrive later. */
  private async attribute(
    tx: Tx,
    order: Pick<Order, 'id' | 'orderedAt'>,
    stored: Order | null,
    { contactId, orderedAt }: OrderState,
  ): Promise<void> {
    // A deleted contact has no clicks; the previous attribution stays.
    if (contactId === null) return;
    if (stored?.contactId === contactId && stored.orderedAt.getTime() === orderedAt.getTime()) return;
    const click = (await this.clicks.lastBefore(tx, [order])).get(order.id) ?? null;
    if (stored === null && click === null) return;
    await updateRecord(tx, 'orders', order.id, { ...attributionTo(click) });
  }

  private async read(tx: Tx, id: number): Promise<OrderWithRefunds> {
    const [row] = await tx.query<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = :id`, { id });
    if (!row) throw new Error('written order does not exist');
    return { order: toOrder(row), refunds: await refundsOf(tx, [id]) };
  }

  private async recount(tx: Tx, stored: Order | null, order: Order): Promise<void> {
    if (!isBooked(order.status) && (stored === null || !isBooked(stored.status))) return;
    const contactIds = new Set([stored?.contactId ?? null, order.contactId].filter((id) => id !== null));
    for (const contactId of contactIds) await recountFigures(tx, contactId, order.currency);
  }

  /** Changes the contact type of a lead with a completed order to customer. */
  private async promote(tx: Tx, { before, after }: OrderWrite, { contactId }: Order): Promise<void> {
    if (contactId === null || !isNewlyCompleted(before, after)) return;
    if (!this.config.contactTypes.includes(CUSTOMER)) return;
    const [lead] = await tx.query(`SELECT id FROM contacts WHERE id = :contactId AND contact_type = 'lead'`, {
      contactId,
    });
    if (!lead) return;
    const results = await this.contacts.update(tx, new Map([[contactId, { contact_type: CUSTOMER }]]), BY_MANAGER);
    for (const result of results.values()) if (result instanceof AppError) throw result;
  }
}

/** @throws AppError rest_invalid_param when the refunds exceed the total. */
function refundedAmountOf({ order, refunds, refund, after }: OrderWrite): number {
  const refundedAmount = refunds.reduce(
    (sum, { isRemainder, amount }) => sum + (isRemainder ? 0 : amount),
    refund?.amount ?? 0,
  );
  if (after.total < refundedAmount)
    throw invalidParam('total', `must be at least ${toDecimal(refundedAmount, order.currency)}, the refunded amount`);
  return refundedAmount;
}

/** The API does not show the time of a late cancellation. */
const isShown = (stored: Order | null, columns: SqlParams): boolean =>
  stored === null || differs(stored, { ...columns, sourceCancelledAt: stored.sourceCancelledAt });

function differs(stored: Order, columns: SqlParams): boolean {
  const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
  const before = new Map<string, unknown>(Object.entries(stored)).set('items', JSON.stringify(stored.items));
  return Object.entries(columns).some(([column, value]) => comparable(before.get(column)) !== comparable(value));
}
