import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { LEASE_SECONDS } from './delivery-claims.service.js';

/** How long deliveries of a webhook that is switched off are kept for its return. */
export const PARKED_HOURS = 72;
const ROWS_PER_STATEMENT = 1_000;

/** Finds what is due and ends what nobody will attempt any more, in bounded statements; any number may run at once. */
@Injectable()
export class DeliveryUpkeep {
  constructor(private readonly db: Database) {}

  /**
   * Every webhook, whether it has deliveries that are due (left-behind ones included), and whether some process has any of
   * its deliveries claimed. A claimed one's `next_attempt_at` is the end of its lease.
   */
  async webhooks(): Promise<{ id: number; due: boolean; claimed: boolean }[]> {
    const rows = await this.db.query<{ id: number; due: number; claimed: number }>(
      `SELECT w.id,
              w.status = 'active' AND EXISTS (
                SELECT 1 FROM webhook_deliveries d
                 WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_attempt_at <= NOW(3)) AS due,
              EXISTS (
                SELECT 1 FROM webhook_deliveries d
                 WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.lease_owner IS NOT NULL
                   AND d.next_attempt_at BETWEEN NOW(3) AND NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND) AS claimed
         FROM webhooks w
        ORDER BY w.id`,
    );
    return rows.map(({ id, due, claimed }) => ({ id, due: due === 1, claimed: claimed === 1 }));
  }

  /** @returns how many deliveries were ended. Nothing is counted against their webhooks. */
  async endHopeless(): Promise<number> {
    return (await this.endOfDeletedWebhooks()) + (await this.endParkedTooLong()) + (await this.endAbandonedTests());
  }

  private async endOfDeletedWebhooks(): Promise<number> {
    // The inner query reads one index entry per webhook that ever had a delivery.
    const gone = await this.db.query<{ id: number }>(
      `SELECT known.webhook_id AS id
         FROM (SELECT DISTINCT webhook_id FROM webhook_deliveries) AS known
         LEFT JOIN webhooks w ON w.id = known.webhook_id
        WHERE w.id IS NULL`,
    );
    let ended = 0;
    for (const { id } of gone) ended += await this.end(id, 'webhook_deleted', '');
    return ended;
  }

  private async endParkedTooLong(): Promise<number> {
    const tooLong = `NOW(3) - INTERVAL ${PARKED_HOURS} HOUR`;
    const parked = await this.db.query<{ id: number }>(
      `SELECT id FROM webhooks WHERE status <> 'active' AND status_changed_at < ${tooLong} ORDER BY id`,
    );
    let ended = 0;
    for (const { id } of parked)
      ended += await this.end(id, 'expired', `AND created_at < ${tooLong} AND ${isNotSentAgain(tooLong)}`);
    return ended;
  }

  /** Test calls are never due; one whose process died while it waited for the answer would stay pending for ever. */
  private async endAbandonedTests(): Promise<number> {
    const webhooks = await this.db.query<{ id: number }>('SELECT id FROM webhooks ORDER BY id');
    let ended = 0;
    for (const { id } of webhooks) ended += await this.end(id, 'interrupted', 'AND next_attempt_at IS NULL');
    return ended;
  }

  private async end(webhookId: number, reason: string, condition: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM webhook_deliveries
          WHERE webhook_id = :webhookId AND status = 'pending' ${condition}
            AND (lease_owner IS NULL OR lease_until < NOW(3))
          ORDER BY id
          LIMIT ${ROWS_PER_STATEMENT}
            FOR UPDATE SKIP LOCKED`,
        { webhookId },
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

/** What was sent again while its webhook was off has not failed since, and waits from the moment that it became due. */
const isNotSentAgain = (tooLong: string): string =>
  `(failures > 0 OR next_attempt_at IS NULL OR next_attempt_at < ${tooLong})`;
