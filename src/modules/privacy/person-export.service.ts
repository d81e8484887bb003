import { contactFieldsOf } from '../contacts/dto/contact.shapes.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-store.js';
import { SHOWN_CONTACT } from '../contacts/contact/contact-fields.js';
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
    const sql = `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE c.id = :contactId`;
    return this.db.snapshot(async (reader) => {
      const [contact] = await reader.query<ShownContact>(sql, { contactId });
      if (!contact) throw notFound();
      const found: Record<string, unknown> = { person: contactFieldsOf(contact) };
      for (const store of this.registry.stores)
        if (store.exportOf) found[store.section] = await store.exportOf(reader, { contactId, email: contact.email });
      return found;
    });
  }
}
