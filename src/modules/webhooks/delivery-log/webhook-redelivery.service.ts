import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DELIVERIES, NEW_ROUND } from '../webhook-delivery.entity.js';
import { TEST_EVENT } from '../webhook-events.js';

/** Redelivers events that were delivered or have failed. */
@Injectable()
export class WebhookRedeliveryService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Starts a new round of attempts with the same delivery id and the same body, due at once. */
  async redeliver(webhookId: number, id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [webhook] = await tx.query('SELECT id FROM webhooks WHERE id = :webhookId', { webhookId });
      if (!webhook) throw notFound('webhook');
      const [row] = await tx.query<{ event: string; lease_owner: string | null }>(
        'SELECT event, lease_owner FROM webhook_deliveries WHERE id = :id AND webhook_id = :webhookId FOR UPDATE',
        { id, webhookId },
      );
      if (!row) throw notFound();
      if (row.event === TEST_EVENT) throw invalidParam('delivery_id', 'is a test call; send a new test call instead');
      if (row.lease_owner !== null) throw invalidParam('delivery_id', 'has an attempt in progress');
      await DELIVERIES.moveLocked(tx, 'redeliver', [id], { set: NEW_ROUND });
      await this.outbox.append(tx, 'webhook.resumed', webhookId, { webhook_id: webhookId });
    });
  }
}
