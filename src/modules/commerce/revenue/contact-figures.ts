import { insertion } from '../../../platform/database/records.js';
import type { Tx } from '../../../platform/database/database.js';
import { toDecimal } from '../../../platform/money/money.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { BOOKED_STATUSES } from '../orders/order-status.js';

const CONTACT_FIGURES = namedSql(__dirname, 'contact-figures');

interface Figures {
  readonly orders: number;
  readonly spent: string | number | null;
  readonly refunded: string | number | null;
  readonly firstOrderAt: Date | null;
  readonly lastOrderAt: Date | null;
}

/** Recalculates the purchase figures of a contact, whose row lock the caller holds. */
export async function recountFigures(tx: Tx, contactId: number, currency: string): Promise<void> {
  const [counted] = await tx.query<Figures>(CONTACT_FIGURES, { contactId, currency, booked: BOOKED_STATUSES });
  if (!counted || counted.orders === 0) {
    const sql = 'DELETE FROM contact_commerce WHERE contact_id = :contactId AND currency = :currency';
    await tx.execute(sql, { contactId, currency });
    return;
  }
  const { orders: ordersCount, spent, refunded, ...moments } = counted;
  const totals = {
    totalSpent: toDecimal(Number(spent), currency),
    refundedTotal: toDecimal(Number(refunded), currency),
  };
  const figures = { contactId, currency, ordersCount, ...totals, ...moments };
  await tx.execute(
    `INSERT INTO contact_commerce ${insertion(figures)}
     ON DUPLICATE KEY UPDATE orders_count = VALUES(orders_count), total_spent = VALUES(total_spent),
       refunded_total = VALUES(refunded_total), first_order_at = VALUES(first_order_at),
       last_order_at = VALUES(last_order_at)`,
    figures,
  );
}

/** Removes deleted contacts from their orders; the orders and all figures stay. */
export async function anonymizeOrdersOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  // Lock the orders first, as all writers of orders do.
  const orders = await tx.query<{ id: number }>(
    'SELECT id FROM orders WHERE contact_id IN (:contactIds) ORDER BY id FOR UPDATE',
    { contactIds },
  );
  await tx.execute('DELETE FROM contact_commerce WHERE contact_id IN (:contactIds)', { contactIds });
  if (orders.length === 0) return;
  const orderIds = orders.map(({ id }) => id);
  // The shop ids stay: they do not identify a person.
  await tx.execute('UPDATE orders SET contact_id = NULL WHERE id IN (:orderIds)', { orderIds }, { ids: orderIds });
  await tx.execute(
    'UPDATE revenue_entries SET contact_id = NULL WHERE order_id IN (:orderIds) AND contact_id IN (:contactIds)',
    { orderIds, contactIds },
  );
}
