import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { type Page, type PageRequest, idOfCursor, offsetOf } from '../../../platform/http/page.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { snapshotOf } from '../contact-fields.js';
import type { Contact } from '../contact.entity.js';
import type { TrackedEvent } from './tracked-event.entity.js';

/** Something that a contact did. */
export interface TrackedEventInput {
  readonly eventKey: string;
  readonly title: string;
  /** Left out it keeps the one that is stored; null empties it. */
  readonly value?: string | null;
  readonly provider?: string;
}

export type TrackedEventRow = Omit<TrackedEvent, 'identity'>;

const COLUMNS = `id, contact_id AS contactId, counter, created_by AS createdBy, provider, event_key AS eventKey, title, value,
  created_at AS createdAt, updated_at AS updatedAt`;

/** The store of tracked events. */
@Injectable()
export class TrackedEventsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Newest first, by number of page or as a walk. */
  async list(contactId: number, request: PageRequest): Promise<Page<TrackedEventRow>> {
    const { cursor, perPage } = request;
    const after = cursor ? idOfCursor(cursor) : null;
    const rows = await this.db.query<TrackedEventRow>(
      `SELECT ${COLUMNS}
         FROM tracked_events
        WHERE contact_id = :contactId ${cursor ? 'AND id < :after' : ''}
        ORDER BY id DESC
        LIMIT :limit OFFSET :offset`,
      {
        contactId,
        after,
        // One more than asked for, so that a walk knows whether it goes on.
        limit: perPage + 1,
        offset: cursor === undefined ? offsetOf(request) : 0,
      },
    );
    const [count] = await this.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM tracked_events WHERE contact_id = :contactId',
      { contactId },
    );
    const items = rows.slice(0, perPage);
    const last = items.at(-1);
    const next = rows.length > perPage && last ? { value: null, id: last.id } : null;
    return { items, total: count?.total ?? 0, request, next };
  }

  /**
   * Counts the event for a contact whose lock the caller holds. The first one with its key and title makes the row; each
   * further one raises its counter.
   * @param createdBy the manager who reports it; null for the product itself.
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

  /** Takes all tracked events of contacts away, because the contacts go. */
  async removeAllOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM tracked_events WHERE contact_id IN (:contactIds)', { contactIds });
  }
}

/** Hashed, because two texts of 190 characters are too wide for a unique index. A key holds no line break of its own. */
function identityOf(eventKey: string, title: string): Buffer {
  return createHash('sha256')
    .update(`${titleKey(eventKey)}\n${titleKey(title)}`)
    .digest();
}
