import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam, notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { toDecimal } from '../../platform/money/money.js';
import { type ContactIdentifiers, identifiedContact } from '../contacts/contact/contact-identity.js';
import { isContactRace } from '../contacts/contact/contact-locks.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { compareStatuses } from './orders/order-status.js';
import { anonymizeOrdersOf } from './revenue/contact-figures.js';
import type { OrderRemark, OrdersReportedResponse } from './dto/order.shapes.js';
import { OrderWriter } from './order-writer.js';
import {
  afterCall,
  afterChanges,
  lateChangeReason,
  lateReason,
  type OrderCall,
  reportedStateOf,
  statusFault,
} from './orders/order-call.js';
import {
  ORDER_COLUMNS,
  type OrderWithRefunds,
  type OrderWritten,
  type RefundedOrder,
  refundsOf,
  type ReportedOrder,
  type StoredOrder,
  toOrder,
} from './orders/order-row.js';
import {
  otherCurrency,
  type RawOrder,
  type RawRefund,
  readChanges,
  readOrder,
  readRefund,
} from './orders/read-order.js';
import { isObject } from '../../platform/values/json.js';

interface SeenOrder extends StoredOrder {
  /** Null when the contact is deleted, even if the order still refers to it. */
  readonly currentContactId: number | null;
}

const NAMES = { id: 'contact_id', userId: 'user_id', email: 'email' } as const;
/** Each conflict means that another call for the same order was saved, so the limit is the number of concurrent calls. */
const MAX_RACES = 50;

/** A concurrent call changed the data that was read before the locks. */
class SeenTooEarly extends Error {}

const isRace = (error: unknown): boolean =>
  error instanceof SeenTooEarly || isContactRace(error) || violatedUniqueIndex(error) === 'ux_orders_source';

/** Records late, repeated, and concurrent reports: the same calls lead to the same order. Locks contacts first. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly writer: OrderWriter,
    private readonly clock: Clock,
  ) {}

  /** Creates or updates an order. An unknown address creates a pending contact. */
  async report(raw: RawOrder): Promise<ReportedOrder> {
    const faults = new ValidationErrors();
    const call = readOrder(raw, this.clock.now(), faults);
    const reported = await this.db.racingTransaction(MAX_RACES, isRace, (tx) => this.reportIn(tx, call));
    return { ...reported, warnings: faults.warnings };
  }

  /** Records each order on its own, so that one invalid order does not reject the others. */
  async reportMany(raws: readonly unknown[]): Promise<OrdersReportedResponse> {
    const ids = { created: [] as number[], updated: [] as number[], unchanged: [] as number[] };
    const [invalids, reasons, rounded] = [[], [], []] as [OrderRemark[], OrderRemark[], OrderRemark[]];
    for (const [index, raw] of raws.entries()) {
      try {
        if (!isObject(raw)) throw invalidParam(`orders.${index}`, 'must be an object');
        const { action, order, reason, warnings } = await this.report(raw);
        ids[action].push(order.id);
        if (reason !== undefined) reasons.push({ index, reason });
        if (warnings.length > 0) rounded.push({ index, reason: warnings.join('; ') });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        invalids.push({ index, reason: reasonOf(error) });
      }
    }
    return { message: 'Orders have been processed.', ...ids, reasons, warnings: rounded, invalids };
  }

  /** Changes the given fields of an order. Its status moves as that of reports. */
  async change(id: number, raw: RawOrder): Promise<ReportedOrder> {
    const now = this.clock.now();
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const seen = await this.seen(tx, { id });
      if (!seen) throw notFound();
      const faults = new ValidationErrors();
      const changes = readChanges(raw, seen, now, faults);
      const contactId = faults.toError() || !changes.who ? null : await this.contactOf(tx, changes.who, true);
      const { order, refunds } = await this.hold(tx, seen, contactId);
      const before = reportedStateOf(order, refunds);
      const { status, updatedAt } = changes;
      const fault = status === null ? null : statusFault({ status, updatedAt }, before);
      // A cancelled or refunded order stays as it is, as after a report.
      if (fault !== null && compareStatuses(before.status, 'cancelled') < 0) faults.add('status', fault);
      faults.throwIfAny();
      const after = afterChanges(before, changes, contactId);
      const refundedAt = status === 'refunded' ? { refundedAt: updatedAt ?? now } : {};
      const written = await this.writer.write(tx, { order, refunds, before, after, ...refundedAt });
      return { ...written, ...effectOf(written, lateChangeReason(changes, before)), warnings: faults.warnings };
    });
  }

  /** Records a refund. Repeating it changes nothing. */
  async refund(id: number, raw: RawRefund): Promise<RefundedOrder> {
    const now = this.clock.now();
    return this.db.racingTransaction(MAX_RACES, isRace, async (tx) => {
      const seen = await this.seen(tx, { id });
      if (!seen) throw notFound();
      const faults = new ValidationErrors();
      const call = readRefund(raw, seen.currency, now, faults);
      const { order, refunds } = await this.hold(tx, seen, null);
      const known = refunds.find(({ externalId }) => externalId !== null && externalId === call.externalId);
      if (known) {
        if (known.amount !== call.amount)
          throw invalidParam('external_id', `names a refund of ${toDecimal(known.amount, order.currency)}`);
        return { order, refund: known, isRepeated: true, warnings: faults.warnings };
      }
      const left = refunds.reduce((sum, { isRemainder, amount }) => sum - (isRemainder ? 0 : amount), order.total);
      if (call.amount > left)
        throw invalidParam('amount', `must be at most ${toDecimal(left, order.currency)}, the amount not refunded yet`);
      const reported = reportedStateOf(order, refunds);
      const refund = { ...call, refundedAt: call.refundedAt ?? now };
      const written = await this.writer.write(tx, { order, refunds, before: reported, after: reported, refund });
      const made = written.refunds.find((one) => !one.isRemainder && !refunds.some((other) => other.id === one.id));
      if (!made) throw new Error('written refund does not exist');
      return { order: written.order, refund: made, isRepeated: false, warnings: faults.warnings };
    });
  }

  private async reportIn(tx: Tx, call: OrderCall): Promise<Omit<ReportedOrder, 'warnings'>> {
    const now = this.clock.now();
    const seen = await this.seen(tx, { provider: call.provider, externalId: call.externalId });
    if (seen && seen.currency !== call.currency) throw invalidParam('currency', otherCurrency(seen));
    if (!seen) return this.create(tx, call, now);
    const hasNoContact = seen.currentContactId === null;
    const early = reportedStateOf(toOrder(seen), await refundsOf(tx, [seen.id]));
    const contactId = await this.contactOf(tx, call.who, !hasNoContact && lateReason(call, early) === null);
    const { order, refunds } = await this.hold(tx, seen, contactId);
    const before = reportedStateOf(order, refunds);
    // The contact must be created before the locks are taken.
    const late = lateReason(call, before);
    if (contactId === null && order.contactId !== null && late === null) throw new SeenTooEarly();
    const isOrderedAtGuessed = order.orderedAt.getTime() === order.createdAt.getTime();
    const after = afterCall(before, call, { contactId, isOrderedAtGuessed });
    const refundedAt = call.status === 'refunded' ? { refundedAt: call.updatedAt ?? now } : {};
    const written = await this.writer.write(tx, { order, refunds, before, after, ...refundedAt });
    return { ...written, ...effectOf(written, late) };
  }

  private async create(tx: Tx, call: OrderCall, now: Date): Promise<Omit<ReportedOrder, 'warnings'>> {
    const contactId = await this.contactOf(tx, call.who, true);
    if (contactId === null) throw notFound();
    await this.lockContacts(tx, [contactId]);
    const { provider, externalId, currency, status, total, updatedAt } = call;
    const written = await this.writer.write(tx, {
      order: { provider, externalId, currency, createdAt: now },
      refunds: [],
      before: null,
      after: {
        contactId,
        status,
        total,
        items: call.items ?? [],
        // Without a reported time the order time is the creation time, to the millisecond.
        orderedAt: call.orderedAt ?? now,
        sourceUpdatedAt: updatedAt,
        sourceCancelledAt: status === 'cancelled' ? updatedAt : null,
      },
      ...(status === 'refunded' ? { refundedAt: updatedAt ?? now } : {}),
    });
    return { ...written, action: 'created', reason: undefined };
  }

  private async seen(
    tx: Tx,
    which: { readonly id: number } | { readonly provider: string; readonly externalId: string },
  ): Promise<SeenOrder | null> {
    const condition = 'id' in which ? 'o.id = :id' : 'o.provider = :provider AND o.external_id = :externalId';
    const [row] = await tx.query<SeenOrder>(
      `SELECT ${ORDER_COLUMNS}, (SELECT c.id FROM contacts c WHERE c.id = o.contact_id) AS currentContactId
         FROM orders o WHERE ${condition}`,
      which,
    );
    return row ?? null;
  }

  /** Returns the contact that the call names; null for an unknown address if no contact may be created. */
  private async contactOf(tx: Tx, who: ContactIdentifiers, mayCreate: boolean): Promise<number | null> {
    const known = await identifiedContact(tx, who, NAMES);
    if (known !== null) return known;
    if (who.id !== undefined || who.email === undefined) throw notFound();
    if (!mayCreate) return null;
    // A purchase is no consent: a customer who has not asked for emails gets none.
    const { contact } = await this.contacts.createOrUpdateIn(
      tx,
      { email: who.email },
      { forceUpdate: true, statusOfNew: 'pending' },
    );
    return contact.id;
  }

  /** Takes the locks. @param contactId the new contact, in addition to the current one. */
  private async hold(tx: Tx, seen: SeenOrder, contactId: number | null): Promise<OrderWithRefunds> {
    await this.lockContacts(
      tx,
      [seen.currentContactId, contactId].filter((id) => id !== null),
    );
    const [row] = await tx.query<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id = :id FOR UPDATE`, {
      id: seen.id,
    });
    if (!row) throw notFound();
    const refunds = await refundsOf(tx, [row.id]);
    if (row.contactId === null || row.contactId === seen.currentContactId) return { order: toOrder(row), refunds };
    if (row.contactId !== seen.contactId) throw new SeenTooEarly();
    // The contact was just deleted, and the relay has not processed the event yet.
    await anonymizeOrdersOf(tx, [row.contactId]);
    return { order: toOrder({ ...row, contactId: null }), refunds };
  }

  private async lockContacts(tx: Tx, contactIds: readonly number[]): Promise<void> {
    const ids = [...new Set(contactIds)];
    if (ids.length === 0) return;
    const locked = await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id FOR UPDATE', { ids });
    if (locked.length < ids.length) throw new SeenTooEarly();
  }
}

function effectOf({ changed }: OrderWritten, late: string | null): Pick<ReportedOrder, 'action' | 'reason'> {
  if (changed) return { action: 'updated', reason: undefined };
  return { action: 'unchanged', reason: late ?? 'the stored order has the same values' };
}

function reasonOf({ message, options }: AppError): string {
  const params = options.data?.['params'] as Readonly<Record<string, string>> | undefined;
  if (!params) return message;
  return Object.entries(params)
    .map(([field, reason]) => (field.startsWith('orders.') ? reason : `${field} ${reason}`))
    .join('; ');
}
