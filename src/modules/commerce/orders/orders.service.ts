import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { Faults } from '../../../platform/errors/faults.js';
import { toDecimal } from '../../../platform/money/money.js';
import { ContactIdentity, type ContactIdentifiers } from '../../contacts/contact-identity.service.js';
import { ContactsService, isContactRace } from '../../contacts/contacts.service.js';
import { compareStatuses } from '../order-status.js';
import { ForgottenContacts } from '../revenue/forgotten-contacts.js';
import { OrderWriter, type OrderWritten } from './order-writer.js';
import { afterCall, afterChanges, isLate, type OrderCall, toldOf } from './order-call.js';
import type { OrderRefund } from './order-refund.entity.js';
import { ORDER_COLUMNS, refundsOf, type StoredOrder, toOrder } from './order-row.js';
import type { Order } from './order.entity.js';
import { otherCurrency, type RawOrder, type RawRefund, readChanges, readOrder, readRefund } from './read-order.js';

/** What became of a call about an order. */
export interface ReportedOrder extends OrderWritten {
  readonly action: 'created' | 'updated' | 'unchanged';
}

export interface RefundedOrder {
  readonly order: Order;
  readonly refund: OrderRefund;
  /** Whether the refund was known before. */
  readonly isRepeated: boolean;
}

/** What became of many; the ids are those of the orders, in the order of the rows. */
export interface ReportedOrders {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  readonly unchanged: readonly number[];
  readonly invalids: readonly { readonly index: number; readonly reason: string }[];
}

/** An order with its locks taken. */
interface Held {
  readonly order: Order;
  readonly refunds: readonly OrderRefund[];
}

interface SeenOrder extends StoredOrder {
  /** Null when the contact is gone, whether or not the order knows of it. */
  readonly livingContactId: number | null;
}

const NAMES = { id: 'contact_id', userId: 'user_id', email: 'email' } as const;
/** Each lost race is somebody else's call about the same order that was written, so there are as many as calls at once. */
const MAX_RACES = 50;

/** What was seen before the locks is not true any more: somebody else was faster. */
class SeenTooEarly extends Error {}

const isRace = (error: unknown): boolean =>
  error instanceof SeenTooEarly || isContactRace(error) || violatedUniqueIndex(error) === 'ux_orders_source';

/**
 * Orders as shops report them. Calls may be late, repeated or at the same time: the same calls lead to the same order.
 * Locks are taken in one order: the contacts, by their ids, and then the order.
 */
@Injectable()
export class OrdersService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly identity: ContactIdentity,
    private readonly books: OrderWriter,
    private readonly forgotten: ForgottenContacts,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the order that the shop calls so, or brings it up to date. An address that nobody has makes a pending contact.
   * @throws AppError rest_invalid_param naming all faults; rest_post_invalid_id for an unknown contact.
   */
  async report(raw: RawOrder): Promise<ReportedOrder> {
    const call = readOrder(raw, this.clock.now(), new Faults());
    return this.db.racingTransaction(MAX_RACES, isRace, (tx) => this.reportIn(tx, call));
  }

  /** Each by itself: what is wrong with one keeps no other from being written. */
  async reportMany(raws: readonly unknown[]): Promise<ReportedOrders> {
    const ids = { created: [] as number[], updated: [] as number[], unchanged: [] as number[] };
    const invalids: { index: number; reason: string }[] = [];
    for (const [index, raw] of raws.entries()) {
      try {
        if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
          throw invalidParam(`orders.${index}`, 'must be an object');
        const { action, order } = await this.report(raw);
        ids[action].push(order.id);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        invalids.push({ index, reason: reasonOf(error) });
      }
    }
    return { ...ids, invalids };
  }

  /**
   * Changes what is supplied of an order. Its status goes forward only.
   * @throws AppError rest_post_invalid_id; rest_invalid_param naming all faults.
   */
  async change(id: number, raw: RawOrder): Promise<OrderWritten> {
    const now = this.clock.now();
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const seen = await this.seen(tx, { id });
      if (!seen) throw notFound();
      const faults = new Faults();
      const changes = readChanges(raw, seen, now, faults);
      const contactId = faults.toError() || !changes.who ? null : await this.contactOf(tx, changes.who, true);
      const held = await this.hold(tx, seen, contactId);
      const { order, refunds } = held;
      if (changes.status !== null && compareStatuses(changes.status, order.status) < 0)
        faults.add('status', `cannot go back from ${order.status}`);
      faults.throwIfAny();
      const before = toldOf(order, refunds);
      const after = afterChanges(before, changes, contactId);
      const refundedAt = changes.status === 'refunded' ? { refundedAt: changes.updatedAt ?? now } : {};
      return this.books.write(tx, { order, refunds, before, after, ...refundedAt });
    });
  }

  /**
   * Books money that was given back. The same refund again changes nothing.
   * @throws AppError rest_post_invalid_id; rest_invalid_param naming all faults, `amount` for more than is left of the total.
   */
  async refund(id: number, raw: RawRefund): Promise<RefundedOrder> {
    const now = this.clock.now();
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const seen = await this.seen(tx, { id });
      if (!seen) throw notFound();
      const call = readRefund(raw, seen.currency, now, new Faults());
      const { order, refunds } = await this.hold(tx, seen, null);
      const known = refunds.find(({ externalId }) => externalId !== null && externalId === call.externalId);
      if (known) {
        if (known.amount !== call.amount)
          throw invalidParam('external_id', `names a refund of ${toDecimal(known.amount, order.currency)}`);
        return { order, refund: known, isRepeated: true };
      }
      const left = refunds.reduce((sum, { isRemainder, amount }) => sum - (isRemainder ? 0 : amount), order.total);
      if (call.amount > left)
        throw invalidParam('amount', `must be at most ${toDecimal(left, order.currency)}, which is left of the order`);
      const told = toldOf(order, refunds);
      const refund = { ...call, refundedAt: call.refundedAt ?? now };
      const written = await this.books.write(tx, { order, refunds, before: told, after: told, refund });
      const made = written.refunds.find((one) => !one.isRemainder && !refunds.some((other) => other.id === one.id));
      if (!made) throw new Error('a refund that was just written is there');
      return { order: written.order, refund: made, isRepeated: false };
    });
  }

  private async reportIn(tx: Tx, call: OrderCall): Promise<ReportedOrder> {
    const now = this.clock.now();
    const seen = await this.seen(tx, call);
    if (seen && seen.currency !== call.currency) throw invalidParam('currency', otherCurrency(seen));
    if (!seen) return this.create(tx, call, now);
    const isOfNobody = seen.livingContactId === null;
    const early = toldOf(toOrder(seen), await refundsOf(tx, [seen.id]));
    const contactId = await this.contactOf(tx, call.who, !isOfNobody && !isLate(call, early));
    const { order, refunds } = await this.hold(tx, seen, contactId);
    const before = toldOf(order, refunds);
    // Then the contact would have to be made, which has to come before the locks.
    if (contactId === null && order.contactId !== null && !isLate(call, before)) throw new SeenTooEarly();
    const isOrderedAtGuessed = order.orderedAt.getTime() === order.createdAt.getTime();
    const after = afterCall(before, call, { contactId, isOrderedAtGuessed });
    const refundedAt = call.status === 'refunded' ? { refundedAt: call.updatedAt ?? now } : {};
    const written = await this.books.write(tx, { order, refunds, before, after, ...refundedAt });
    return { ...written, action: written.changed ? 'updated' : 'unchanged' };
  }

  private async create(tx: Tx, call: OrderCall, now: Date): Promise<ReportedOrder> {
    const contactId = await this.contactOf(tx, call.who, true);
    if (contactId === null) throw notFound();
    await this.lockContacts(tx, [contactId]);
    const { provider, externalId, currency, status, total, updatedAt } = call;
    const written = await this.books.write(tx, {
      order: { provider, externalId, currency, createdAt: now },
      refunds: [],
      before: null,
      after: {
        contactId,
        status,
        total,
        items: call.items ?? [],
        // While nobody says when it was ordered it is the moment of its creation, to the millisecond.
        orderedAt: call.orderedAt ?? now,
        sourceUpdatedAt: updatedAt,
      },
      ...(status === 'refunded' ? { refundedAt: updatedAt ?? now } : {}),
    });
    return { ...written, action: 'created' };
  }

  /** What is stored at present, before any lock. */
  private async seen(
    tx: Tx,
    which: { readonly id: number } | Pick<OrderCall, 'provider' | 'externalId'>,
  ): Promise<SeenOrder | null> {
    const [condition, params] =
      'id' in which
        ? ['o.id = :id', { id: which.id }]
        : [
            'o.provider = :provider AND o.external_id = :externalId',
            { provider: which.provider, externalId: which.externalId },
          ];
    const [row] = await tx.query<SeenOrder>(
      `SELECT ${ORDER_COLUMNS}, (SELECT c.id FROM contacts c WHERE c.id = o.contact_id) AS livingContactId
         FROM orders o WHERE ${condition}`,
      params,
    );
    return row ?? null;
  }

  /**
   * The contact that is named; null when it is an address that nobody has and none is to be made of.
   * @throws AppError rest_post_invalid_id for an id that names nobody; rest_invalid_param for two that name different ones.
   */
  private async contactOf(tx: Tx, who: ContactIdentifiers, mayCreate: boolean): Promise<number | null> {
    const known = await this.identity.find(tx, who, NAMES);
    if (known !== null) return known;
    if (who.id !== undefined || who.email === undefined) throw notFound();
    if (!mayCreate) return null;
    // Nobody is mailed because he has bought something: he has not asked for it.
    const { contact } = await this.contacts.createOrUpdateIn(
      tx,
      { email: who.email },
      { forceUpdate: true, statusOfNew: 'pending' },
    );
    return contact.id;
  }

  /** Takes the locks. @param contactId whose the order is to be besides whose it is. */
  private async hold(tx: Tx, seen: SeenOrder, contactId: number | null): Promise<Held> {
    await this.lockContacts(
      tx,
      [seen.livingContactId, contactId].filter((id) => id !== null),
    );
    const [row] = await tx.query<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = :id FOR UPDATE`, {
      id: seen.id,
    });
    if (!row) throw notFound();
    const refunds = await refundsOf(tx, [row.id]);
    if (row.contactId === null || row.contactId === seen.livingContactId) return { order: toOrder(row), refunds };
    if (row.contactId !== seen.contactId) throw new SeenTooEarly();
    // He was deleted a moment ago, and the relay has not come by yet.
    await this.forgotten.forget(tx, [row.contactId]);
    return { order: toOrder({ ...row, contactId: null }), refunds };
  }

  private async lockContacts(tx: Tx, contactIds: readonly number[]): Promise<void> {
    const ids = [...new Set(contactIds)];
    if (ids.length === 0) return;
    const locked = await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id FOR UPDATE', { ids });
    if (locked.length < ids.length) throw new SeenTooEarly();
  }
}

function reasonOf({ message, options }: AppError): string {
  const params = options.data?.['params'] as Readonly<Record<string, string>> | undefined;
  if (!params) return message;
  return Object.entries(params)
    .map(([field, reason]) => (field.startsWith('orders.') ? reason : `${field} ${reason}`))
    .join('; ');
}
