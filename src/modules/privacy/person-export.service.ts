import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import { notFound } from '../../platform/errors/app-error.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-registry.js';
import { SHOWN_CONTACT } from '../contacts/contact-columns.js';
import type { ShownContact } from '../contacts/contacts.queries.js';

/** Everything about one person, by the parts of the product that keep it. */
export interface PersonExport {
  readonly contact: ShownContact;
  readonly sections: Readonly<Record<string, unknown>>;
}

/** Hands out all that is kept about a person, as it is at one moment. */
@Injectable()
export class PersonExports {
  constructor(
    private readonly db: Database,
    private readonly registry: PersonalDataRegistry,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async of(contactId: number): Promise<PersonExport> {
    return this.db.snapshot((reader) => this.read(reader, contactId));
  }

  private async read(reader: Reader, contactId: number): Promise<PersonExport> {
    const [contact] = await reader.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE c.id = :contactId`,
      { contactId },
    );
    if (!contact) throw notFound();
    const sections: Record<string, unknown> = {};
    for (const holder of this.registry.holders) {
      const found = await holder.exportOf(reader, { contactId, email: contact.email });
      if (found !== null) sections[holder.section] = found;
    }
    return { contact, sections };
  }
}
