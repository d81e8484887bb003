import { Injectable } from '@nestjs/common';
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

/** Maintains the purchase figures of contacts for filters. */
@Injectable()
export class ContactFigures {
  /** Recalculates the figures of a contact. The caller holds the contact's row lock, as all writers of orders do. */
  async recount(tx: Tx, contactId: number, currency: string): Promise<void> {
    const [figures] = await tx.query<Figures>(CONTACT_FIGURES, { contactId, currency, booked: BOOKED_STATUSES });
    if (!figures || figures.orders === 0) {
      await tx.execute('DELETE FROM contact_commerce WHERE contact_id = :contactId AND currency = :currency', {
        contactId,
        currency,
      });
      return;
    }
    await tx.execute(
      `INSERT INTO contact_commerce
         (contact_id, currency, orders_count, total_spent, refunded_total, first_order_at, last_order_at)
       VALUES (:contactId, :currency, :orders, :spent, :refunded, :firstOrderAt, :lastOrderAt)
       ON DUPLICATE KEY UPDATE orders_count = VALUES(orders_count), total_spent = VALUES(total_spent),
         refunded_total = VALUES(refunded_total), first_order_at = VALUES(first_order_at),
         last_order_at = VALUES(last_order_at)`,
      {
        contactId,
        currency,
        orders: figures.orders,
        spent: toDecimal(Number(figures.spent), currency),
        refunded: toDecimal(Number(figures.refunded), currency),
        firstOrderAt: figures.firstOrderAt,
        lastOrderAt: figures.lastOrderAt,
      },
    );
  }
}
