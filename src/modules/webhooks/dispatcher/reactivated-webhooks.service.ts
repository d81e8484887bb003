import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { WebhookNotifier } from './webhook-notifier.service.js';

/** Deliveries scanned per transaction. */
const CHUNK = 1_000;

interface WaitingRow {
  id: number;
  next_attempt_at: Date;
  tried: number;
}

/** Restarts in chunks, by creation. Nothing is claimed before the last one, or newer deliveries would go first. */
@Injectable()
export class ReactivatedWebhooks {
  constructor(
    private readonly db: Database,
    private readonly notifier: WebhookNotifier,
  ) {}

  async running(): Promise<number[]> {
    const sql = `SELECT id FROM webhooks WHERE resuming_at IS NOT NULL AND status = 'active' ORDER BY id`;
    return idsOf(await this.db.query(sql));
  }

  /** Processes one chunk. @returns whether there is more. */
  async advance(webhookId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [place] = await tx.query<{ at: Date; id: number }>(
        `SELECT resuming_at AS at, resuming_id AS id FROM webhooks
          WHERE id = :webhookId AND resuming_at IS NOT NULL AND status = 'active' FOR UPDATE SKIP LOCKED`,
        { webhookId },
      );
      if (!place) return false;
      const rows = await tx.query<WaitingRow>(
        `SELECT id, next_attempt_at, failures > 0 AND lease_owner IS NULL AS tried
           FROM webhook_deliveries FORCE INDEX (ix_webhook_deliveries_due)
          WHERE webhook_id = :webhookId AND status = 'pending'
            AND next_attempt_at >= :at AND (next_attempt_at > :at OR id > :id)
          ORDER BY next_attempt_at, id LIMIT ${CHUNK}`,
        { webhookId, at: place.at, id: place.id },
      );
      const tried = rows.filter((row) => row.tried === 1).map(({ id }) => id);
      if (tried.length > 0)
        await tx.execute(
          `UPDATE webhook_deliveries SET next_attempt_at = created_at, failures = 0
            WHERE id IN (:tried) AND status = 'pending' AND lease_owner IS NULL`,
          { tried },
        );
      const last = rows.length < CHUNK ? undefined : rows.at(-1);
      await tx.execute(
        'UPDATE webhooks SET resuming_at = :at, resuming_id = :id WHERE id = :webhookId',
        { webhookId, at: last?.next_attempt_at ?? null, id: last?.id ?? 0 },
        { ids: webhookId },
      );
      if (!last)
        tx.afterCommit(() => {
          this.notifier.notify([webhookId]);
        });
      return last !== undefined;
    });
  }
}
