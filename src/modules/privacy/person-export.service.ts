import { Injectable } from '@nestjs/common';
import { sqlTimestamp, sqlTimestampOrNull } from '../../platform/clock/timestamps.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-store.js';
import { SHOWN_CONTACT } from '../contacts/contact/contact-columns.js';
import { fullName } from '../contacts/contact/contact-fields.js';
import type { ShownContact } from '../contacts/listing/contacts.queries.js';

/** Exports all data about a person from one snapshot. */
@Injectable()
export class PersonExports {
  constructor(
    private readonly db: Database,
    private readonly registry: PersonalDataRegistry,
  ) {}

  /** @returns `person`, the contact in API names, then one section per store. */
  async of(contactId: number): Promise<Record<string, unknown>> {
    return this.db.snapshot((reader) => this.read(reader, contactId));
  }

  private async read(reader: Reader, contactId: number): Promise<Record<string, unknown>> {
    const [contact] = await reader.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE c.id = :contactId`,
      { contactId },
    );
    if (!contact) throw notFound();
    const found: Record<string, unknown> = { person: person(contact) };
    for (const store of this.registry.stores) {
      if (store.exportOf) found[store.section] = await store.exportOf(reader, { contactId, email: contact.email });
    }
    return found;
  }
}

function person(contact: ShownContact): Record<string, unknown> {
  return {
    id: contact.id,
    user_id: contact.userId,
    hash: contact.hash,
    email: contact.email,
    first_name: contact.firstName,
    last_name: contact.lastName,
    full_name: fullName(contact),
    status: contact.status,
    contact_type: contact.contactType,
    phone: contact.phone,
    address_line_1: contact.addressLine1,
    address_line_2: contact.addressLine2,
    city: contact.city,
    state: contact.state,
    country: contact.country,
    postal_code: contact.postalCode,
    date_of_birth: contact.dateOfBirth,
    photo: contact.photo,
    paused_until: sqlTimestampOrNull(contact.pausedUntil),
    created_at: sqlTimestamp(contact.createdAt),
    updated_at: sqlTimestamp(contact.updatedAt),
  };
}
