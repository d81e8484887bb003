import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { ContactIdentity, type ContactIdentifiers } from '../contact-identity.service.js';
import { ContactWriter } from '../contact-writer.service.js';
import { ContactsQueries } from '../contacts.queries.js';
import { refuseErased } from '../refuse-erased.js';
import { type TrackedEventInput, type TrackedEventRow, TrackedEventsService } from './tracked-events.service.js';

const WIRE_NAMES = { id: 'subscriber_id', userId: 'user_id', email: 'email' } as const;

/** What contacts do elsewhere, as somebody reports and reads it. */
@Injectable()
export class TrackEventService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
    private readonly identity: ContactIdentity,
    private readonly writer: ContactWriter,
    private readonly events: TrackedEventsService,
  ) {}

  /** @throws AppError rest_post_invalid_id for a contact that does not exist. */
  async list(contactId: number, request: PageRequest): Promise<Page<TrackedEventRow>> {
    await this.contacts.requireOne(contactId);
    return this.events.list(contactId, request);
  }

  /**
   * @param createdBy the manager who reports it.
   * @throws AppError rest_invalid_param when there is no identifier or they name different contacts; rest_post_invalid_id
   * when one of them names nobody.
   */
  async track(who: ContactIdentifiers, event: TrackedEventInput, createdBy: number): Promise<TrackedEventRow> {
    return this.db.transaction(async (tx) => {
      const id = await this.identity.find(tx, who, WIRE_NAMES);
      const contact = id === null ? null : await this.writer.lock(tx, { id });
      if (!contact) throw notFound();
      refuseErased(contact);
      return this.events.track(tx, contact, createdBy, event);
    });
  }
}
