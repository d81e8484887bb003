import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { REQUEST_LEASE_SECONDS } from '../../../platform/work/lease.js';
import { endDeliveries } from '../webhook-delivery.entity.js';
import { idsOf } from '../../../platform/ids/ids.js';

/** How long deliveries of an inactive webhook are kept after they became due, and how long a failed one collects new ones. */
export const PARKED_HOURS = 72;
const ROWS_PER_STATEMENT = 1_000;

/** Finds due deliveries and ends those that cannot be delivered, in bounded statements. Safe to run concurrently. */
@Injectable()
export class DeliveryMaintenance {
  constructor(private readonly db: Database) {}

  /**
   * Returns every webhook, whether it has due deliveries (abandoned ones included), and whether a process has claimed any.
   * Every worker polls this, so it must not scan the backlog: the first query reads one index entry per webhook, the second
   * the range of one lease. MySQL uses the order of an index in a dependent query only if ORDER BY names all of its columns.
   */
  async webhooks(): Promise<{ id: number; due: boolean; claimed: boolean }[]> {
    const rows = await this.db.query<{ id: number; due: number }>(
      `SELECT w.id,
              w.status = 'active' AND w.resuming_at IS NULL AND COALESCE((
                SELECT d.next_attempt_at FROM webhook_deliveries d FORCE INDEX (ix_webhook_deliveries_due)
                 WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_attempt_at IS NOT NULL
                 ORDER BY d.webhook_id, d.status, d.next_attempt_at LIMIT 1) <= NOW(3), 0) AS due
         FROM webhooks w
        ORDER BY w.id`,
    );
    const ids = rows.filter(({ due }) => due === 1).map(({ id }) => id);
    if (ids.length === 0) return rows.map(({ id }) => ({ id, due: false, claimed: false }));
    // A claimed row has the end of its lease in next_attempt_at.
    const claimed = await this.db.query<{ id: number }>(
      `SELECT DISTINCT webhook_id AS id FROM webhook_deliveries FORCE INDEX (ix_webhook_deliveries_due)
        WHERE webhook_id IN (:ids) AND status = 'pending' AND lease_owner IS NOT NULL
          AND next_attempt_at BETWEEN NOW(3) AND NOW(3) + INTERVAL ${REQUEST_LEASE_SECONDS} SECOND`,
      { ids },
    );
    const claimedIds = new Set(idsOf(claimed));
    return rows.map(({ id, due }) => ({ id, due: due === 1, claimed: claimedIds.has(id) }));
  }

  /** Ends deliveries of deleted or long inactive webhooks, without counting against them. @returns how many. */
  async endUndeliverable(goesOn: () => boolean = () => true): Promise<number> {
    // One index entry per webhook that ever had a delivery.
    const webhooks = await this.db.query<{ id: number; deleted: number; off: number }>(
      `SELECT known.webhook_id AS id, w.id IS NULL AS deleted,
              COALESCE(w.status <> 'active' AND w.status_changed_at < NOW(3) - INTERVAL ${PARKED_HOURS} HOUR, 0) AS off
         FROM (SELECT DISTINCT webhook_id FROM webhook_deliveries) AS known
         LEFT JOIN webhooks w ON w.id = known.webhook_id`,
    );
    let ended = 0;
    for (const { id, deleted, off } of webhooks) {
      // Test calls are never due; if the process crashes during one, it would stay pending forever.
      ended += await this.end(id, 'interrupted', 'next_attempt_at IS NULL', goesOn);
      if (deleted === 1) ended += await this.end(id, 'webhook_deleted', 'next_attempt_at IS NOT NULL', goesOn);
      // By due time: a redelivery waits from then on, and the index can be used.
      if (off === 1)
        ended += await this.end(id, 'expired', `next_attempt_at < NOW(3) - INTERVAL ${PARKED_HOURS} HOUR`, goesOn);
    }
    return ended;
  }

  /** Ends all that match in index order, each chunk after the previous one, so that ended rows are not read again. */
  private async end(webhookId: number, reason: string, condition: string, goesOn: () => boolean): Promise<number> {
    let ended = 0;
    for (let after: Place | null = null; goesOn();) {
      const found: Place[] = await this.db.query<Place>(
        `SELECT id, next_attempt_at FROM webhook_deliveries FORCE INDEX (ix_webhook_deliveries_due)
          WHERE webhook_id = :webhookId AND status = 'pending' AND ${condition} ${behind(after)}
          ORDER BY next_attempt_at, id LIMIT ${ROWS_PER_STATEMENT}`,
        { webhookId, at: after?.next_attempt_at ?? null, id: after?.id ?? null },
      );
      if (found.length > 0) ended += await this.endThese(found, reason, condition);
      if (found.length < ROWS_PER_STATEMENT) break;
      after = found.at(-1) ?? null;
    }
    return ended;
  }

  /** Skips rows that another worker has locked. */
  private async endThese(found: readonly Place[], reason: string, condition: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM webhook_deliveries FORCE INDEX (PRIMARY)
          WHERE id IN (:found) AND status = 'pending' AND ${condition} AND (lease_owner IS NULL OR lease_until < NOW(3))
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { found: idsOf(found) },
      );
      await endDeliveries(tx, idsOf(rows), reason);
      return rows.length;
    });
  }
}

interface Place {
  readonly id: number;
  readonly next_attempt_at: Date | null;
}

const behind = (place: Place | null): string => {
  if (place === null) return '';
  if (place.next_attempt_at === null) return 'AND id > :id';
  return 'AND next_attempt_at >= :at AND (next_attempt_at > :at OR id > :id)';
};
