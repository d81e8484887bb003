import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';

/** Orders of contacts that are gone: they stay, and so do all figures, without saying whose they were. */
@Injectable()
export class ForgottenContacts {
  async forget(tx: Tx, contactIds: readonly number[]): Promise<void> {
    if (contactIds.length === 0) return;
    // The orders first: whoever writes one of them at this moment has its lock.
    const orders = await tx.query<{ id: number }>(
      'SELECT id FROM orders WHERE contact_id IN (:contactIds) ORDER BY id FOR UPDATE',
      { contactIds },
    );
    await tx.execute('DELETE FROM contact_commerce WHERE contact_id IN (:contactIds)', { contactIds });
    if (orders.length === 0) return;
    const orderIds = orders.map(({ id }) => id);
    // The shop's ids of what was bought stay; they say nothing about a person.
    await tx.execute('UPDATE orders SET contact_id = NULL WHERE id IN (:orderIds)', { orderIds });
    await tx.execute(
      'UPDATE revenue_entries SET contact_id = NULL WHERE order_id IN (:orderIds) AND contact_id IN (:contactIds)',
      { orderIds, contactIds },
    );
  }
}
