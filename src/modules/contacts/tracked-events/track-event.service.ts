import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { type ContactIdentifiers, ContactIdentity } from '../contact/contact-identity.service.js';
import { assertContactExists, assertNotErased } from '../contact/assert-contact.js';
import { type TrackedEventInput, type TrackedEventRow, TrackedEventsService } from './tracked-events.service.js';
import { lockContact } from '../contact/contact-locks.js';

const WIRE_NAMES = { id: 'subscriber_id', userId: 'user_id', email: 'email' } as const;

/** Records and lists tracked events for API callers. */
@Injectable()
export class TrackEventService {
  constructor(
    private readonly db: Database,
    private readonly identity: ContactIdentity,
    private readonly events: TrackedEventsService,
  ) {}

  async list(contactId: number, request: PageRequest): Promise<Page<TrackedEventRow>> {
    await assertContactExists(this.db, contactId);
    return this.events.list(contactId, request);
  }

  /**
   * @param createdBy the manager who reports it.
   * @throws AppError rest_invalid_param without an identifier, or if they name different contacts; rest_post_invalid_id for
   * an unknown contact.
   */
  async track(who: ContactIdentifiers, event: TrackedEventInput, createdBy: number): Promise<TrackedEventRow> {
    return this.db.transaction(async (tx) => {
      const id = await this.identity.find(tx, who, WIRE_NAMES);
      const contact = id === null ? null : await lockContact(tx, { id });
      if (!contact) throw notFound();
      assertNotErased(contact);
      return this.events.track(tx, contact, createdBy, event);
    });
  }
}
