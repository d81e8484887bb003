import { Injectable } from '@nestjs/common';
import { jsonRows } from '../../../platform/sql/json-rows.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { ORDER_COLUMNS, refundsOf, type StoredOrder } from '../orders/order-row.js';
import { type Attribution, attributionTo, isSameAttribution } from './attribution.js';
import { ClicksQueries } from './clicks.queries.js';
import { Ledger } from './ledger.js';

/** Orders whose attribution may have changed. */
interface Suspects {
  /** Contacts whose clicks changed, with the earliest change. */
  readonly clickedBy: ReadonlyMap<number, Date>;
  readonly orderIds: readonly number[];
  /** Emails with a reclassified click. */
  readonly reclassifiedEmails: ReadonlySet<number>;
}

const ATTRIBUTIONS = jsonRows({
  ...{ id: 'INT UNSIGNED', touch: 'VARCHAR(20)', campaignId: 'INT UNSIGNED', funnelId: 'INT UNSIGNED' },
  ...{ stepId: 'INT UNSIGNED', emailId: 'BIGINT UNSIGNED' },
});

/** Reattributes orders. Their revenue moves with them, on the days on which it is booked. */
@Injectable()
export class Reattribution {
  constructor(
    private readonly clicks: ClicksQueries,
    private readonly ledger: Ledger,
  ) {}

  /** Needs one query when no order is affected, as after nearly every click. */
  async review(tx: Tx, suspects: Suspects): Promise<void> {
    const orders = await this.suspected(tx, suspects);
    const wrong = await this.wrong(tx, orders);
    if (wrong.size === 0) return;
    // Checked again under the lock: a concurrent call may write the order.
    const locked = await tx.query<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id IN (:ids) AND o.contact_id IS NOT NULL ORDER BY o.id FOR UPDATE`,
      { ids: [...wrong.keys()] },
    );
    const right = await this.wrong(tx, locked);
    const moved = locked.flatMap((order) => {
      const attribution = right.get(order.id);
      return attribution ? [{ ...order, ...attribution }] : [];
    });
    if (moved.length === 0) return;
    await this.write(tx, right);
    const ids = moved.map(({ id }) => id);
    await this.ledger.balance(tx, moved, await refundsOf(tx, ids));
  }

  private async suspected(tx: Tx, { clickedBy, orderIds, reclassifiedEmails }: Suspects): Promise<StoredOrder[]> {
    const found: StoredOrder[] = [];
    if (clickedBy.size > 0) {
      const earliest = new Date(Math.min(...[...clickedBy.values()].map((moment) => moment.getTime())));
      const rows = await tx.query<StoredOrder>(
        `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.contact_id IN (:contactIds) AND o.ordered_at >= :earliest`,
        { contactIds: [...clickedBy.keys()], earliest },
      );
      found.push(
        ...rows.filter(({ contactId, orderedAt }) => orderedAt >= (clickedBy.get(contactId ?? 0) ?? orderedAt)),
      );
    }
    const ids = [...orderIds, ...(await this.attributedTo(tx, reclassifiedEmails))];
    const others = [...new Set(ids)].filter((id) => !found.some((order) => order.id === id));
    if (others.length > 0)
      found.push(
        ...(await tx.query<StoredOrder>(
          `SELECT ${ORDER_COLUMNS} FROM orders o WHERE o.id IN (:others) AND o.contact_id IS NOT NULL`,
          { others },
        )),
      );
    return found;
  }

  private async attributedTo(tx: Tx, emailIds: ReadonlySet<number>): Promise<number[]> {
    if (emailIds.size === 0) return [];
    const sql = 'SELECT id FROM orders WHERE email_id IN (:emailIds)';
    return idsOf(await tx.query<{ id: number }>(sql, { emailIds: [...emailIds] }));
  }

  /** Returns the orders whose attribution is wrong, with the right one. */
  private async wrong(tx: Tx, orders: readonly StoredOrder[]): Promise<ReadonlyMap<number, Attribution>> {
    const clicks = await this.clicks.lastBefore(tx, orders);
    return new Map(
      orders.flatMap((order) => {
        const attribution = attributionTo(clicks.get(order.id) ?? null);
        return isSameAttribution(order, attribution) ? [] : [[order.id, attribution] as const];
      }),
    );
  }

  /** Updates all orders in one statement, from a JSON table. */
  private async write(tx: Tx, attributions: ReadonlyMap<number, Attribution>): Promise<void> {
    const rows = Array.from(attributions, ([id, attribution]) => ({ id, ...attribution }));
    await tx.execute(
      `UPDATE orders o
         JOIN ${ATTRIBUTIONS} r ON r.id = o.id
          SET o.touch = r.touch, o.campaign_id = r.campaignId, o.funnel_id = r.funnelId, o.step_id = r.stepId,
              o.email_id = r.emailId`,
      { rows: JSON.stringify(rows) },
    );
  }
}
