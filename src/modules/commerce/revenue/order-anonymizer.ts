import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';

/** Removes deleted contacts from their orders; the orders and all figures stay. */
@Injectable()
export class OrderAnonymizer {
  async anonymizeOrdersOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
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
    await tx.execute(
      'UPDATE orders SET contact_id = NULL WHERE id IN (:orderIds)',
      { orderIds },
      { changes: 'orders', ids: orderIds },
    );
    await tx.execute(
      'UPDATE revenue_entries SET contact_id = NULL WHERE order_id IN (:orderIds) AND contact_id IN (:contactIds)',
      { orderIds, contactIds },
    );
  }
}
