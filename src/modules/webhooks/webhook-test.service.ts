import { Injectable } from '@nestjs/common';
import { ulid } from '../../platform/ids/ulid.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { unsignedPayload } from './dispatcher/payload.js';
import { type CallResult, WebhookCaller } from './webhook-caller.js';
import { TEST_EVENT } from './webhook-events.js';
import { PREVIOUS_SECRET, type SealedSecrets, WebhookSecrets } from './webhook-secrets.service.js';

/** What every test call carries. */
export const TEST_DATA = JSON.stringify({ message: 'This is a test call.' });

/** Longer than any call can take. A test whose process died is ended by the sweeper after it. */
const LEASE_SECONDS = 45;

export interface TestedWebhook {
  readonly deliveryId: number;
  readonly success: boolean;
}

/**
 * Calls a webhook once, while somebody waits. The call is logged like any other, but nobody repeats it and it says
 * nothing about the webhook's health: its row is never due, so no dispatcher ever sees it.
 */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    private readonly caller: WebhookCaller,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async test(webhookId: number): Promise<TestedWebhook> {
    const { url, ...sealed } = await this.webhook(webhookId);
    const secrets = this.secrets.signing(sealed);
    const { id, createdAt } = await this.record(webhookId, url);
    const result = await this.caller.call({
      url,
      secrets,
      webhookId,
      deliveryId: id,
      attemptNo: 1,
      event: TEST_EVENT,
      eventUid: null,
      unsigned: unsignedPayload({ event: TEST_EVENT, occurredAt: createdAt, webhookId, dataJson: TEST_DATA }),
    });
    await this.conclude(id, result);
    return { deliveryId: id, success: result.success };
  }

  private async webhook(id: number): Promise<SealedSecrets & { readonly url: string }> {
    const [row] = await this.db.query<SealedSecrets & { readonly url: string }>(
      `SELECT id, url, secret, ${PREVIOUS_SECRET} FROM webhooks WHERE id = :id`,
      { id },
    );
    if (!row) throw notFound('webhook');
    return row;
  }

  private async record(webhookId: number, url: string): Promise<{ id: number; createdAt: Date }> {
    return this.db.transaction(async (tx) => {
      const { insertId: id } = await tx.execute(
        `INSERT INTO webhook_deliveries (webhook_id, event, attempts, fence, next_attempt_at, lease_owner, lease_until)
         VALUES (:webhookId, :event, 1, 1, NULL, :owner, NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND)`,
        { webhookId, event: TEST_EVENT, owner: ulid() },
      );
      await tx.execute('INSERT INTO webhook_attempts (delivery_id, attempt_no, fence, url) VALUES (:id, 1, 1, :url)', {
        id,
        url,
      });
      const [row] = await tx.query<{ created_at: Date }>('SELECT created_at FROM webhook_deliveries WHERE id = :id', {
        id,
      });
      if (!row) throw new Error('A row that was just written is gone');
      return { id, createdAt: row.created_at };
    });
  }

  private async conclude(id: number, result: CallResult): Promise<void> {
    const { success, outcome, code, ms, remoteAddress, responseHead, excerpt } = result;
    await this.db.transaction(async (tx) => {
      // One that the sweeper has ended meanwhile stays ended: this process was given up.
      const { affectedRows } = await tx.execute(
        `UPDATE webhook_deliveries
            SET status = :status, lease_owner = NULL, lease_until = NULL, response_code = :code, response_time = :ms,
                attempted_at = created_at, fail_reason = :reason
          WHERE id = :id AND status = 'pending'`,
        { id, status: success ? 'success' : 'failed', code, ms, reason: success ? null : outcome },
      );
      if (affectedRows === 0) return;
      await tx.execute(
        `UPDATE webhook_attempts
            SET finished_at = NOW(3), outcome = :outcome, code = :code, ms = :ms, remote_ip = :remoteAddress,
                response_head = :responseHead, excerpt = :excerpt
          WHERE delivery_id = :id`,
        { id, outcome, code, ms, remoteAddress, responseHead, excerpt },
      );
    });
  }
}
