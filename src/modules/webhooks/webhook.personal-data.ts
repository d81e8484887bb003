import type { Tx, Reader } from '../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { idsOf } from '../../platform/ids/ids.js';
import { type DeliveryStatus, endDeliveries } from './webhook-delivery.entity.js';

interface DeliveryRow {
  readonly id: number;
  readonly event: string;
  readonly url: string | null;
  readonly status: DeliveryStatus;
  readonly attempted_at: Date | null;
  readonly created_at: Date;
}

/** Still delivered after the erasure. */
const STILL_DELIVERED = 'contact.deleted';

const CHUNK = 500;

/** Webhook deliveries about a person. They hold no data of their own, but receivers may echo the event in their responses. */
@StoresPersonalData()
export class WebhookPersonalData implements PersonalDataStore {
  readonly section = 'webhooks';
  readonly tables = ['webhook_deliveries', 'webhook_attempts'];

  /** Exports which events were sent where and when; the data is in the events. */
  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const sent: object[] = [];
    for await (const rows of this.deliveriesOf(reader, contactId))
      for (const { event, url, status, attempted_at, created_at } of rows)
        sent.push({
          event,
          url,
          status,
          attempted_at: attempted_at?.toISOString() ?? null,
          created_at: created_at.toISOString(),
        });
    return sent;
  }

  async erase(tx: Tx, { contactId }: Person): Promise<void> {
    for await (const rows of this.deliveriesOf(tx, contactId)) {
      const pending = rows.filter(({ event, status }) => event !== STILL_DELIVERED && status === 'pending');
      // The response to a request in progress, which may echo the data, is not stored.
      await endDeliveries(tx, idsOf(pending), 'erased');
      const ids = idsOf(rows);
      await tx.execute('UPDATE webhook_attempts SET response_head = NULL, excerpt = NULL WHERE delivery_id IN (:ids)', {
        ids,
      });
    }
  }

  /** By now the relay has created the remaining deliveries. */
  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }

  /** Lists deliveries in event order, through the index on webhook and event. */
  private async *deliveriesOf(reader: Reader, contactId: number): AsyncGenerator<readonly DeliveryRow[]> {
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
      const rows = await reader.query<DeliveryRow>(
        `SELECT d.id, d.event, d.status, d.attempted_at, d.created_at, w.url
           FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
          WHERE d.webhook_id IN (:webhooks) AND d.event_id IN (:events) ORDER BY d.id`,
        { webhooks: idsOf(webhooks), events: idsOf(events) },
      );
      if (rows.length > 0) yield rows;
    }
  }
}
