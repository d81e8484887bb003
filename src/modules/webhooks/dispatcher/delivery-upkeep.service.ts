import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { LEASE_SECONDS } from './delivery-claims.service.js';

/** How long after they became due deliveries of a webhook that is off are kept; so long a failed one collects new ones. */
export const PARKED_HOURS = 72;
const ROWS_PER_STATEMENT = 1_000;

/** Finds what is due and ends what nobody will attempt any more, in bounded statements; any number may run at once. */
@Injectable()
export class DeliveryUpkeep {
  constructor(private readonly db: Database) {}

  /**
   * Every webhook, whether it has deliveries that are due (left-behind ones included), and whether some process has any of
   * its deliveries claimed. Each worker asks every few seconds, so neither question may walk what waits: the
   * first reads one index entry per webhook, the second, where there is work, a range of as long as a lease.
   */
  async webhooks(): Promise<{ id: number; due: boolean; claimed: boolean }[]> {
    const rows = await this.db.query<{ id: number; due: number }>(
      `SELECT w.id,
              w.status = 'active' AND w.resuming_at IS NULL AND COALESCE((
                SELECT d.next_attempt_at FROM webhook_deliveries d FORCE INDEX (ix_webhook_deliveries_due)
                 WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_attempt_at IS NOT NULL
                 ORDER BY d.next_attempt_at LIMIT 1) <= NOW(3), 0) AS due
         FROM webhooks w
        ORDER BY w.id`,
    );
    const ids = rows.filter(({ due }) => due === 1).map(({ id }) => id);
    if (ids.length === 0) return rows.map(({ id }) => ({ id, due: false, claimed: false }));
    // A claimed one's `next_attempt_at` is the end of its lease.
    const claimed = await this.db.query<{ id: number }>(
      `SELECT DISTINCT webhook_id AS id FROM webhook_deliveries FORCE INDEX (ix_webhook_deliveries_due)
        WHERE webhook_id IN (:ids) AND status = 'pending' AND lease_owner IS NOT NULL
          AND next_attempt_at BETWEEN NOW(3) AND NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND`,
      { ids },
    );
    const claimedIds = new Set(claimed.map(({ id }) => id));
    return rows.map(({ id, due }) => ({ id, due: due === 1, claimed: claimedIds.has(id) }));
  }

  /**
   * @param goesOn is asked before each chunk.
   * @returns how many deliveries were ended. Nothing is counted against their webhooks.
   */
  async endHopeless(goesOn: () => boolean = () => true): Promise<number> {
    // One index entry per webhook that ever had a delivery.
    const webhooks = await this.db.query<{ id: number; deleted: number; off: number }>(
      `SELECT known.webhook_id AS id, w.id IS NULL AS deleted,
              COALESCE(w.status <> 'active' AND w.status_changed_at < NOW(3) - INTERVAL ${PARKED_HOURS} HOUR, 0) AS off
         FROM (SELECT DISTINCT webhook_id FROM webhook_deliveries) AS known
         LEFT JOIN webhooks w ON w.id = known.webhook_id`,
    );
    let ended = 0;
    for (const { id, deleted, off } of webhooks) {
      // Test calls are never due; one whose process died while it waited for the answer would stay pending for ever.
      ended += await this.end(id, 'interrupted', 'next_attempt_at IS NULL', goesOn);
      if (deleted === 1) ended += await this.end(id, 'webhook_deleted', 'next_attempt_at IS NOT NULL', goesOn);
      // By when they became due, so that what was sent again waits from then on, and so that the index finds them.
      if (off === 1)
        ended += await this.end(id, 'expired', `next_attempt_at < NOW(3) - INTERVAL ${PARKED_HOURS} HOUR`, goesOn);
    }
    return ended;
  }

  /** All that match, in the order of the index and each chunk behind the one before: what has ended is not read again. */
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

  /** What another worker has locked is left to it. */
  private async endThese(found: readonly Place[], reason: string, condition: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM webhook_deliveries FORCE INDEX (PRIMARY)
          WHERE id IN (:found) AND status = 'pending' AND ${condition} AND (lease_owner IS NULL OR lease_until < NOW(3))
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { found: found.map(({ id }) => id) },
      );
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await tx.execute(
        `UPDATE webhook_attempts SET outcome = 'interrupted', finished_at = NOW(3)
          WHERE delivery_id IN (:ids) AND outcome IS NULL`,
        { ids },
      );
      // The fence rises so that a process which comes back late cannot settle or return what is sent again later.
      await tx.execute(
        `UPDATE webhook_deliveries
            SET status = 'failed', fail_reason = :reason, fence = fence + 1, next_attempt_at = NULL, lease_owner = NULL,
                lease_until = NULL
          WHERE id IN (:ids)`,
        { ids, reason },
      );
      return ids.length;
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
