import { Inject, Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { toDecimal } from '../../../platform/money/money.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { ContactAutomation } from '../../contacts/automation/contact-automation.service.js';
import { ContactSnapshots } from '../../contacts/contact-snapshots.service.js';
import { isBooked } from '../order-status.js';
import { attributionTo } from '../revenue/attribution.js';
import { ClicksQueries } from '../revenue/clicks.queries.js';
import { ContactFigures } from '../revenue/contact-figures.js';
import { Ledger } from '../revenue/ledger.js';
import { type RefundCall, statusOf, type ToldOrder } from './order-call.js';
import type { OrderRefund } from './order-refund.entity.js';
import { ORDER_COLUMNS, refundsOf, type StoredOrder, toOrder } from './order-row.js';
import type { Order } from './order.entity.js';

/** An order that is to be there, by what never changes about it. */
export type NewOrder = Pick<Order, 'provider' | 'externalId' | 'currency' | 'createdAt'>;

/** What a call makes of an order. */
export interface OrderWrite {
  readonly order: NewOrder | Order;
  /** All of its refunds so far. */
  readonly refunds: readonly OrderRefund[];
  /** What it was told to be before; null for a new one. */
  readonly before: ToldOrder | null;
  readonly after: ToldOrder;
  /** Since when the order is known to be refunded, where the call says that it is. */
  readonly refundedAt?: Date;
  /** A refund that is told of with this call. */
  readonly refund?: RefundCall & { readonly refundedAt: Date };
}

export interface OrderWritten {
  readonly order: Order;
  readonly refunds: readonly OrderRefund[];
  readonly changed: boolean;
}

const CUSTOMER = 'customer';
const BY_MANAGER = { source: 'api' } as const;

/**
 * Writes an order with everything that hangs on it: refunds, attribution, ledger, the figures of its contact, events. It
 * compares what is stored with what should be, so it does not matter by which way an order came to be what it is. The caller
 * has locked the contacts of before and after, in the order of their ids, and then the order.
 */
@Injectable()
export class OrderWriter {
  constructor(
    private readonly ledger: Ledger,
    private readonly clicks: ClicksQueries,
    private readonly figures: ContactFigures,
    private readonly snapshots: ContactSnapshots,
    private readonly contacts: ContactAutomation,
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param for a total below what was given back already. */
  async write(tx: Tx, write: OrderWrite): Promise<OrderWritten> {
    const stored = 'id' in write.order ? write.order : null;
    const explicit = write.refunds.filter(({ isRemainder }) => isRemainder === 0);
    const givenBack = sumOf(explicit) + (write.refund?.amount ?? 0);
    const { after } = write;
    if (after.total < givenBack)
      throw invalidParam(
        'total',
        `must be at least ${toDecimal(givenBack, write.order.currency)}, which was given back already`,
      );
    const remainder = after.status === 'refunded' ? after.total - givenBack : 0;
    const columns = {
      contactId: after.contactId,
      status: statusOf(after.status, after.total, givenBack),
      total: after.total,
      refunded: givenBack + remainder,
      items: JSON.stringify(after.items),
      orderedAt: after.orderedAt,
      sourceUpdatedAt: after.sourceUpdatedAt,
    };
    const id = stored === null ? await this.insert(tx, write.order, columns) : stored.id;
    if (write.refund) await this.insertRefund(tx, id, write.refund);
    const remainderChanged = await this.writeRemainder(tx, id, write, remainder);
    const rowChanged = stored === null || differs(stored, columns);
    if (!rowChanged && !remainderChanged && !write.refund)
      return { order: stored, refunds: write.refunds, changed: false };
    if (stored !== null && rowChanged) await this.update(tx, id, columns);
    await this.attribute(tx, { id, orderedAt: after.orderedAt }, stored, after);
    const written = await this.read(tx, id);
    await this.announce(tx, write, written);
    await this.ledger.balance(tx, [written.order], written.refunds, { isFresh: stored === null });
    await this.recount(tx, stored, written.order);
    await this.promote(tx, write, written.order);
    return { ...written, changed: true };
  }

  private async insert(
    tx: Tx,
    { provider, externalId, currency, createdAt }: NewOrder,
    columns: Readonly<Record<string, SqlValue>>,
  ): Promise<number> {
    const { insertId } = await tx.execute(
      `INSERT INTO orders
         (provider, external_id, currency, created_at, updated_at, contact_id, status, total, refunded, items, ordered_at,
          source_updated_at)
       VALUES (:provider, :externalId, :currency, :createdAt, :createdAt, :contactId, :status, :total, :refunded, :items,
               :orderedAt, :sourceUpdatedAt)`,
      { ...columns, provider, externalId, currency, createdAt },
    );
    return insertId;
  }

  private async update(tx: Tx, id: number, columns: Readonly<Record<string, SqlValue>>): Promise<void> {
    await tx.execute(
      `UPDATE orders
          SET contact_id = :contactId, status = :status, total = :total, refunded = :refunded, items = :items,
              ordered_at = :orderedAt, source_updated_at = :sourceUpdatedAt
        WHERE id = :id`,
      { ...columns, id },
    );
  }

  private async insertRefund(
    tx: Tx,
    orderId: number,
    { externalId, amount, reason, refundedAt }: RefundCall & { readonly refundedAt: Date },
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO order_refunds (order_id, external_id, amount, reason, refunded_at)
       VALUES (:orderId, :externalId, :amount, :reason, :refundedAt)`,
      { orderId, externalId, amount, reason, refundedAt },
    );
  }

  /**
   * The part of a refunded order that no refund was told of. It is kept, at nothing, even when refunds cover everything:
   * that the shop called the order refunded is to be known. It counts from the earliest moment at which that was said.
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
      await tx.execute(
        `INSERT INTO order_refunds (order_id, is_remainder, amount, refunded_at) VALUES (:orderId, 1, :amount, :since)`,
        { orderId, amount, since: refundedAt ?? after.orderedAt },
      );
      return true;
    }
    const since = refundedAt !== undefined && refundedAt < known.refundedAt ? refundedAt : known.refundedAt;
    if (known.amount === amount && since.getTime() === known.refundedAt.getTime()) return false;
    await tx.execute('UPDATE order_refunds SET amount = :amount, refunded_at = :since WHERE id = :id', {
      id: known.id,
      amount,
      since,
    });
    return true;
  }

  /** Whom an order is put down to changes with whose it is and when it was; clicks that come later are told by the relay. */
  private async attribute(
    tx: Tx,
    order: Pick<Order, 'id' | 'orderedAt'>,
    stored: Order | null,
    { contactId, orderedAt }: ToldOrder,
  ): Promise<void> {
    // Who is gone has left no clicks; what was known of them stays.
    if (contactId === null) return;
    if (stored?.contactId === contactId && stored.orderedAt.getTime() === orderedAt.getTime()) return;
    const click = (await this.clicks.lastBefore(tx, [order])).get(order.id) ?? null;
    if (stored === null && click === null) return;
    await tx.execute(
      `UPDATE orders SET touch = :touch, campaign_id = :campaignId, funnel_id = :funnelId, step_id = :stepId,
              email_id = :emailId
        WHERE id = :id`,
      { ...attributionTo(click), id: order.id },
    );
  }

  private async read(tx: Tx, id: number): Promise<{ order: Order; refunds: readonly OrderRefund[] }> {
    const [row] = await tx.query<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = :id`, { id });
    if (!row) throw new Error('a row that was just written is there');
    return { order: toOrder(row), refunds: await refundsOf(tx, [id]) };
  }

  /** Events of orders show the contact, so there are none of orders whose contact is gone. */
  private async announce(
    tx: Tx,
    { refunds: known, before, after }: OrderWrite,
    { order, refunds }: { readonly order: Order; readonly refunds: readonly OrderRefund[] },
  ): Promise<void> {
    if (order.contactId === null) return;
    const fresh = refunds.filter(({ id, amount }) => amount > 0 && !known.some((other) => other.id === id));
    const completed = isNewlyCompleted(before, after);
    if (before !== null && !completed && fresh.length === 0) return;
    const contact = (await this.snapshots.of([order.contactId], tx)).get(order.contactId);
    if (!contact) throw new Error('a contact that is locked is there');
    const shown = shownOrder(order, order.contactId);
    await this.outbox.appendAll(tx, [
      ...(before === null ? [told('commerce.order_created', order.id, shown, contact)] : []),
      ...(completed ? [told('commerce.order_completed', order.id, shown, contact)] : []),
      ...fresh.map((refund) => refundTold(refund, order, shown, contact)),
    ]);
  }

  private async recount(tx: Tx, stored: Order | null, order: Order): Promise<void> {
    if (!isBooked(order.status) && (stored === null || !isBooked(stored.status))) return;
    const contactIds = new Set([stored?.contactId ?? null, order.contactId].filter((id) => id !== null));
    for (const contactId of contactIds) await this.figures.recount(tx, contactId, order.currency);
  }

  /** Whoever has bought something is no lead any more. */
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

function isNewlyCompleted(before: ToldOrder | null, after: ToldOrder): boolean {
  return after.status === 'completed' && before?.status !== 'completed';
}

const sumOf = (refunds: readonly OrderRefund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

function differs(stored: Order, columns: Readonly<Record<string, SqlValue>>): boolean {
  const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
  const before = new Map<string, unknown>(Object.entries(stored)).set('items', JSON.stringify(stored.items));
  return Object.entries(columns).some(([column, value]) => comparable(before.get(column)) !== comparable(value));
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
    items: order.items,
    ordered_at: order.orderedAt.toISOString(),
  };
}

const told = (
  type: 'commerce.order_created' | 'commerce.order_completed',
  id: number,
  order: EventOrder,
  contact: ContactSnapshot,
): NewEvent => ({ type, subjectId: id, data: { order, contact }, dedupeKey: `${type}:${id}` });

const refundTold = (
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
