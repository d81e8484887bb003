import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { leaseHolder, REQUEST_LEASE_SECONDS } from '../../platform/work/lease.js';
import { unsignedPayload } from './signer.js';
import { type CallResult, WebhookCaller } from './webhook-caller.js';
import { DELIVERIES, DELIVERY_LEASE } from './webhook-delivery.entity.js';
import { TEST_EVENT } from './webhook-events.js';
import { PREVIOUS_SECRET, type SealedSecrets, WebhookSecrets } from './webhook-secrets.service.js';

export const TEST_DATA = JSON.stringify({ message: 'This is a test call.' });

/** A test call is attempted once, by the process that has stored it. If that crashes, the sweeper ends it. */
const FENCE = 1;

/** Calls a webhook once during a request. The call is logged but never retried, and does not affect the webhook's health. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    private readonly caller: WebhookCaller,
  ) {}

  /** @returns the id of its delivery. */
  async test(webhookId: number): Promise<number> {
    const [webhook] = await this.db.query<SealedSecrets & { readonly url: string }>(
      `SELECT id, url, secret, ${PREVIOUS_SECRET} FROM webhooks WHERE id = :webhookId`,
      { webhookId },
    );
    if (!webhook) throw notFound('webhook');
    const { url } = webhook;
    const secrets = this.secrets.signing(webhook);
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
    return id;
  }

  private async record(webhookId: number, url: string): Promise<{ id: number; createdAt: Date }> {
    return this.db.transaction(async (tx) => {
      const { insertId: id } = await tx.execute(
        `INSERT INTO webhook_deliveries (webhook_id, event, attempts, fence, next_attempt_at, lease_owner, lease_until)
         VALUES (:webhookId, :event, 1, :fence, NULL, :owner, NOW(3) + INTERVAL ${REQUEST_LEASE_SECONDS} SECOND)`,
        { webhookId, event: TEST_EVENT, fence: FENCE, owner: leaseHolder(REQUEST_LEASE_SECONDS).owner },
      );
      await tx.execute(
        'INSERT INTO webhook_attempts (delivery_id, attempt_no, fence, url) VALUES (:id, 1, :fence, :url)',
        { id, url, fence: FENCE },
      );
      const [row] = await tx.query<{ created_at: Date }>('SELECT created_at FROM webhook_deliveries WHERE id = :id', {
        id,
      });
      if (!row) throw new Error('The inserted delivery does not exist');
      return { id, createdAt: row.created_at };
    });
  }

  private async conclude(id: number, result: CallResult): Promise<void> {
    const { success, outcome, code, ms, remoteAddress, responseHead, excerpt } = result;
    await this.db.transaction(async (tx) => {
      const isUpdated = await DELIVERY_LEASE.write(
        tx,
        { id, fence: FENCE },
        `status = :status, ${DELIVERY_LEASE.released}, response_code = :code, response_time = :ms,
         attempted_at = created_at, fail_reason = :reason`,
        { status: DELIVERIES.to(success ? 'succeed' : 'fail'), code, ms, reason: success ? null : outcome },
      );
      // If the sweeper has ended it meanwhile, it stays ended.
      if (!isUpdated) return;
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
