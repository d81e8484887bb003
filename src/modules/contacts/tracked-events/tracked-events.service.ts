import { insertion } from '../../../platform/database/records.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type ContactIdentifiers, identifiedContact } from '../contact/contact-identity.js';
import { assertContactExists, lockPerson } from '../contact/contact-locks.js';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { fromJson, type JsonObject } from '../../../platform/values/json.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { snapshotOf } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import { TrackedEvent } from './tracked-event.entity.js';

export interface TrackedEventInput {
  readonly eventKey: string;
  readonly title: string;
  /** If omitted, the stored value is kept; null clears it. */
  readonly value?: string | null;
  /** As `value`. */
  readonly data?: JsonObject | null;
  readonly provider?: string;
}

export type TrackedEventRow = Omit<TrackedEvent, 'identity'>;

const COLUMNS = columnsOf(TrackedEvent, 'r', ['identity']);
const WIRE_NAMES = { id: 'subscriber_id', userId: 'user_id', email: 'email' } as const;

@Injectable()
export class TrackedEventsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async list(contactId: number, request: PageRequest): Promise<Page<TrackedEventRow>> {
    await assertContactExists(this.db, contactId);
    const source = { columns: COLUMNS, from: 'tracked_events' };
    const where = ['r.contact_id = :contactId'];
    return newestFirst<TrackedEventRow>(this.db, { ...source, where, params: { contactId } }, request);
  }

  /** @throws AppError as `identifiedContact`; rest_post_invalid_id for an unknown contact. */
  async trackOf(who: ContactIdentifiers, event: TrackedEventInput, createdBy: number): Promise<TrackedEventRow> {
    return this.db.transaction(async (tx) => {
      const id = await identifiedContact(tx, who, WIRE_NAMES);
      if (id === null) throw notFound();
      return this.track(tx, await lockPerson(tx, id), createdBy, event);
    });
  }

  /** Records an occurrence for a locked contact. @param createdBy the reporting manager; null for automations. */
  async track(
    tx: Tx,
    contact: Contact,
    createdBy: number | null,
    { eventKey, title, value, data, provider = 'custom' }: TrackedEventInput,
  ): Promise<TrackedEventRow> {
    const now = toTheSecond(this.clock.now());
    const identity = identityOf(eventKey, title);
    const about = { contactId: contact.id, identity, createdBy, provider, eventKey, title, value: value ?? null };
    const event = { ...about, data: data ? JSON.stringify(data) : null, createdAt: now, updatedAt: now };
    await tx.execute(
      `INSERT INTO tracked_events ${insertion(event)}
       ON DUPLICATE KEY UPDATE counter = counter + 1, updated_at = VALUES(updated_at)
         ${value === undefined ? '' : ', value = VALUES(value)'} ${data === undefined ? '' : ', data = VALUES(data)'}`,
      event,
      { ids: 'new' },
    );
    const [row] = await tx.query<TrackedEventRow>(
      `SELECT ${COLUMNS} FROM tracked_events r WHERE r.contact_id = :contactId AND r.identity = :identity`,
      { contactId: contact.id, identity },
    );
    if (!row) throw new Error('a row that was just written is there');
    await this.outbox.append(tx, 'contact.event_tracked', contact.id, {
      contact: snapshotOf(contact),
      event: {
        ...{ id: row.id, event_key: row.eventKey, title: row.title, value: row.value, counter: row.counter },
        data: fromJson(row.data) as JsonObject | null,
      },
    });
    return row;
  }

  async removeAllOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM tracked_events WHERE contact_id IN (:contactIds)', { contactIds });
  }
}

/** Returns a hash, because two texts of 190 characters exceed a unique index. A key contains no line break. */
function identityOf(eventKey: string, title: string): Buffer {
  return createHash('sha256')
    .update(`${titleKey(eventKey)}\n${titleKey(title)}`)
    .digest();
}
