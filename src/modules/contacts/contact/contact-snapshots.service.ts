import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { WHOLE_CONTACT, snapshotOf } from './contact-fields.js';
import type { Contact } from './contact.entity.js';

/** Reads contacts in the format of events, for modules that publish events about many contacts. */
@Injectable()
export class ContactSnapshots {
  constructor(private readonly db: Database) {}

  /** Returns the existing contacts by id. */
  async of(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, ContactSnapshot>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<Contact>(`SELECT ${WHOLE_CONTACT} FROM contacts c WHERE c.id IN (:ids)`, { ids });
    return new Map(rows.map((contact) => [contact.id, snapshotOf(contact)]));
  }
}
