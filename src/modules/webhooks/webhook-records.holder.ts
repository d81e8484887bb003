import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import {
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../platform/personal-data/personal-data-holder.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';

interface ToldRow {
  readonly id: number;
  readonly event: string;
  readonly url: string | null;
  readonly status: DeliveryStatus;
  readonly attempted_at: Date | null;
  readonly created_at: Date;
}

/** What is still delivered about somebody who is gone: that this is so. */
const STILL_TOLD = 'contact.deleted';

const CHUNK = 500;

/**
 * What receivers were told of a person. Deliveries hold no data of their own, they are made of their event each time; but
 * receivers like to repeat in their answers what they were sent.
 */
@Injectable()
@HoldsPersonalData()
export class WebhookRecords implements PersonalDataHolder {
  readonly section = 'webhooks';
  readonly tables = ['webhook_deliveries', 'webhook_attempts'];

  /** Who was told what and when: the data itself is in the events. */
  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const told: object[] = [];
    for await (const rows of this.deliveriesOf(reader, contactId))
      for (const { event, url, status, attempted_at, created_at } of rows)
        told.push({
          event,
          url,
          status,
          attempted_at: attempted_at?.toISOString() ?? null,
          created_at: created_at.toISOString(),
        });
    return told;
  }

  async erase(tx: Tx, { contactId }: Person): Promise<void> {
    for await (const rows of this.deliveriesOf(tx, contactId)) {
      await this.endPending(
        tx,
        rows.filter(({ event, status }) => event !== STILL_TOLD && status === 'pending').map(({ id }) => id),
      );
      await tx.execute('UPDATE webhook_attempts SET response_head = NULL, excerpt = NULL WHERE delivery_id IN (:ids)', {
        ids: rows.map(({ id }) => id),
      });
    }
  }

  /** By then the relay has made deliveries of what it had in hand. */
  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }

  /** Deliveries know their event, and nobody else. */
  async merge(): Promise<void> {
    // Nothing to do.
  }

  /** In the order of the events, by the only index that knows these: that of each webhook. */
  private async *deliveriesOf(reader: Reader, contactId: number): AsyncGenerator<readonly ToldRow[]> {
    const webhooks = await reader.query<{ id: number }>('SELECT DISTINCT webhook_id AS id FROM webhook_deliveries');
    if (webhooks.length === 0) return;
    for (let after: number | null = 0; after !== null;) {
      const events: { id: number }[] = await reader.query<{ id: number }>(
        `SELECT id FROM domain_events
          WHERE contact_id IN (SELECT :contactId UNION SELECT old_id FROM contact_aliases WHERE contact_id = :contactId)
            AND id > :after
          ORDER BY id LIMIT ${CHUNK}`,
        { contactId, after },
      );
      after = events.length < CHUNK ? null : (events.at(-1)?.id ?? null);
      if (events.length === 0) return;
      const rows = await reader.query<ToldRow>(
        `SELECT d.id, d.event, d.status, d.attempted_at, d.created_at, w.url
           FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
          WHERE d.webhook_id IN (:webhooks) AND d.event_id IN (:events) ORDER BY d.id`,
        { webhooks: webhooks.map(({ id }) => id), events: events.map(({ id }) => id) },
      );
      if (rows.length > 0) yield rows;
    }
  }

  private async endPending(tx: Tx, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.execute(
      `UPDATE webhook_attempts SET outcome = 'interrupted', finished_at = NOW(3)
        WHERE delivery_id IN (:ids) AND outcome IS NULL`,
      { ids },
    );
    // The fence rises so that the answer to a request under way, which may repeat everything, is not written down.
    await tx.execute(
      `UPDATE webhook_deliveries
          SET status = 'failed', fail_reason = 'erased', fence = fence + 1, next_attempt_at = NULL, lease_owner = NULL,
              lease_until = NULL
        WHERE id IN (:ids) AND status = 'pending'`,
      { ids },
    );
  }
}
