import { inParts } from '../../platform/values/collections.js';
import { RevenueEntry } from './revenue/revenue.entity.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { updateRecord } from '../../platform/database/records.js';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import type { Tx, Reader } from '../../platform/database/database.js';
import { toDecimal } from '../../platform/money/money.js';
import type { ErasureMode, Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { anonymizeOrdersOf, recountFigures } from './revenue/contact-figures.js';
import { ORDER_COLUMNS, refundsOf, type StoredOrder, toOrder } from './orders/order-row.js';

const IDS_PER_STATEMENT = 1_000;
/** Members of items; the others may be texts of the customer. */
const IDENTIFYING_NO_ONE = ['external_id', 'title', 'quantity', 'price', 'sku', 'total'];

/** Orders of a person. Shop ids and products do not identify the person; details of items and the reason of a refund may. */
@StoresPersonalData()
export class OrderPersonalData implements PersonalDataStore {
  readonly section = 'commerce';
  readonly tables = ['orders', 'order_refunds', 'revenue_entries', 'contact_commerce'];

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const orders = await reader.query<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.contact_id = :contactId ORDER BY o.id`,
      { contactId },
    );
    const ids = orders.map(({ id }) => id);
    const refunds = await refundsOf(reader, ids);
    const revenue = await revenueOf(reader, ids);
    return orders.map(toOrder).map((order) => ({
      id: order.id,
      external_id: order.externalId,
      provider: order.provider,
      status: order.status,
      currency: order.currency,
      total: toDecimal(order.total, order.currency),
      refunded: toDecimal(order.refunded, order.currency),
      items: order.items,
      ordered_at: sqlTimestamp(order.orderedAt),
      created_at: sqlTimestamp(order.createdAt),
      refunds: refunds
        .filter(({ orderId }) => orderId === order.id)
        .map(({ id, externalId, amount, reason, refundedAt }) => ({
          id,
          external_id: externalId,
          amount: toDecimal(amount, order.currency),
          reason,
          refunded_at: sqlTimestamp(refundedAt),
        })),
      revenue: revenue
        .filter(({ orderId }) => orderId === order.id)
        .map(({ kind, currency, amount, campaignId, funnelId, emailId, recordedAt }) => ({
          kind,
          amount: toDecimal(amount, currency),
          currency,
          campaign_id: campaignId,
          funnel_id: funnelId,
          email_id: emailId,
          recorded_at: sqlTimestamp(recordedAt),
        })),
    }));
  }

  async erase(tx: Tx, { contactId }: Person, mode: ErasureMode): Promise<void> {
    await tx.execute(
      `UPDATE order_refunds r JOIN orders o ON o.id = r.order_id SET r.reason = NULL WHERE o.contact_id = :contactId`,
      { contactId },
    );
    const sql = `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.contact_id = :contactId`;
    for (const { id, items } of (await tx.query<StoredOrder>(sql, { contactId })).map(toOrder))
      await updateRecord(tx, 'orders', id, { items: JSON.stringify(items, IDENTIFYING_NO_ONE) });
    if (mode === 'delete') await anonymizeOrdersOf(tx, [contactId]);
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person, 'anonymize');
  }

  /** The attribution of the orders stays: a merge does not change figures. */
  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    // Lock the orders first, as all writers of orders do.
    const orders = await tx.query<{ id: number; currency: string }>(
      'SELECT id, currency FROM orders WHERE contact_id IN (:mergedIds) ORDER BY id FOR UPDATE',
      { mergedIds },
    );
    await tx.execute('DELETE FROM contact_commerce WHERE contact_id IN (:mergedIds)', { mergedIds });
    for (const part of inParts(orders, IDS_PER_STATEMENT)) {
      const orderIds = part.map(({ id }) => id);
      await tx.execute(
        'UPDATE orders SET contact_id = :keepId WHERE id IN (:orderIds)',
        { keepId, orderIds },
        { ids: orderIds },
      );
      await tx.execute(
        'UPDATE revenue_entries SET contact_id = :keepId WHERE order_id IN (:orderIds) AND contact_id IN (:mergedIds)',
        { keepId, orderIds, mergedIds },
      );
    }
    for (const currency of new Set(orders.map((order) => order.currency))) await recountFigures(tx, keepId, currency);
  }
}

async function revenueOf(reader: Reader, orderIds: readonly number[]): Promise<RevenueEntry[]> {
  if (orderIds.length === 0) return [];
  const sql = `SELECT ${columnsOf(RevenueEntry, 'r')} FROM revenue_entries r WHERE r.order_id IN (:orderIds) ORDER BY r.id`;
  return reader.query<RevenueEntry>(sql, { orderIds });
}
