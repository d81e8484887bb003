import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { snapshotOf } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import type { TrackedEvent } from './tracked-event.entity.js';

/** An occurrence of an event. */
export interface TrackedEventInput {
  readonly eventKey: string;
  readonly title: string;
  /** If omitted, the stored value is kept; null clears it. */
  readonly value?: string | null;
  readonly provider?: string;
}

export type TrackedEventRow = Omit<TrackedEvent, 'identity'>;

const COLUMNS = `id, contact_id AS contactId, counter, created_by AS createdBy, provider, event_key AS eventKey, title, value,
  created_at AS createdAt, updated_at AS updatedAt`;

/** Stores tracked events. */
@Injectable()
export class TrackedEventsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Lists from newest to oldest, by page number or cursor. */
  async list(contactId: number, request: PageRequest): Promise<Page<TrackedEventRow>> {
    const sql = {
      columns: COLUMNS,
      from: 'tracked_events',
      where: ['r.contact_id = :contactId'],
      params: { contactId },
    };
    return newestFirst<TrackedEventRow>(this.db, sql, request);
  }

  /**
   * Records an occurrence for a locked contact: creates the row for the key and title, or increases its counter.
   * @param createdBy the manager who reports it; null for automations.
   */
  async track(
    tx: Tx,
    contact: Contact,
    createdBy: number | null,
    { eventKey, title, value, provider = 'custom' }: TrackedEventInput,
  ): Promise<TrackedEventRow> {
    const identity = identityOf(eventKey, title);
    await tx.execute(
      `INSERT INTO tracked_events (contact_id, identity, created_by, provider, event_key, title, value, created_at, updated_at)
       VALUES (:contactId, :identity, :createdBy, :provider, :eventKey, :title, :value, :now, :now)
       ON DUPLICATE KEY UPDATE counter = counter + 1, updated_at = VALUES(updated_at)
         ${value === undefined ? '' : ', value = VALUES(value)'}`,
      {
        contactId: contact.id,
        identity,
        createdBy,
        provider,
        eventKey,
        title,
        value: value ?? null,
        now: toTheSecond(this.clock.now()),
      },
      { changes: 'tracked_events', ids: 'new' },
    );
    const [row] = await tx.query<TrackedEventRow>(
      `SELECT ${COLUMNS} FROM tracked_events WHERE contact_id = :contactId AND identity = :identity`,
      { contactId: contact.id, identity },
    );
    if (!row) throw new Error('a row that was just written is there');
    await this.outbox.append(tx, 'contact.event_tracked', contact.id, {
      contact: snapshotOf(contact),
      event: { id: row.id, event_key: row.eventKey, title: row.title, value: row.value, counter: row.counter },
    });
    return row;
  }

  /** Deletes all tracked events of contacts that are being deleted. */
  async removeAllOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute(
      'DELETE FROM tracked_events WHERE contact_id IN (:contactIds)',
      { contactIds },
      { changes: 'tracked_events' },
    );
  }
}

/** Returns a hash, because two texts of 190 characters exceed a unique index. A key contains no line break. */
function identityOf(eventKey: string, title: string): Buffer {
  return createHash('sha256')
    .update(`${titleKey(eventKey)}\n${titleKey(title)}`)
    .digest();
}
