import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { ContactConsent } from './contact-consent.entity.js';
import { assertContactExists } from '../contact/assert-contact.js';

const COLUMNS = columnsOf(ContactConsent, 'r');

@Injectable()
export class ConsentsQueries {
  constructor(private readonly db: Database) {}

  async list(contactId: number, request: PageRequest): Promise<Page<ContactConsent>> {
    await assertContactExists(this.db, contactId);
    const sql = {
      columns: COLUMNS,
      from: 'contact_consents',
      where: ['r.contact_id = :contactId'],
      params: { contactId },
    };
    return newestFirst<ContactConsent>(this.db, sql, request);
  }
}
