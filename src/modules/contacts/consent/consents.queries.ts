import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { ContactsQueries } from '../contacts.queries.js';
import type { ContactConsent } from './contact-consent.entity.js';

const COLUMNS = `id, contact_id AS contactId, action, old_status AS oldStatus, new_status AS newStatus, source, reason,
  text_version AS textVersion, ip, proof, occurred_at AS occurredAt`;

@Injectable()
export class ConsentsQueries {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
  ) {}

  /**
   * The newest first.
   * @throws AppError rest_post_invalid_id for a contact that does not exist.
   */
  async list(contactId: number, request: PageRequest): Promise<Page<ContactConsent>> {
    await this.contacts.requireOne(contactId);
    const { cursor, perPage } = request;
    const rows = await this.db.query<ContactConsent>(
      `SELECT ${COLUMNS} FROM contact_consents
        WHERE contact_id = :contactId ${cursor ? 'AND id < :after' : ''}
        ORDER BY id DESC LIMIT :limit OFFSET :offset`,
      {
        contactId,
        after: cursor ? idOfCursor(cursor) : null,
        // One more than asked for, so that a walk knows whether it goes on.
        limit: perPage + 1,
        offset: cursor === undefined ? offsetOf(request) : 0,
      },
    );
    const [count] = await this.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contact_consents WHERE contact_id = :contactId',
      { contactId },
    );
    const items = rows.slice(0, perPage);
    const last = items.at(-1);
    const next = rows.length > perPage && last ? { value: null, id: last.id } : null;
    return { items, total: count?.total ?? 0, request, next };
  }
}
