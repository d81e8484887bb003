import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, invalidParams, notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { ContactWriter } from '../contact-writer.service.js';
import { ContactsQueries } from '../contacts.queries.js';
import { type TrackedEventInput, type TrackedEventRow, TrackedEventsService } from './tracked-events.service.js';

/** By what the reporter of an event knows the contact. All that are given have to name the same one. */
export interface ContactIdentifiers {
  readonly id?: number;
  readonly userId?: number;
  /** Normalised. */
  readonly email?: string;
}

const COLUMN: Readonly<Record<keyof ContactIdentifiers, string>> = { id: 'id', userId: 'user_id', email: 'email' };
const WIRE_NAME: Readonly<Record<keyof ContactIdentifiers, string>> = {
  id: 'subscriber_id',
  userId: 'user_id',
  email: 'email',
};

/** What contacts do elsewhere, as somebody reports and reads it. */
@Injectable()
export class TrackEventService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
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
      const contact = await this.writer.lock(tx, { id: await this.identify(tx, who) });
      if (!contact) throw notFound();
      return this.events.track(tx, contact, createdBy, event);
    });
  }

  private async identify(tx: Tx, who: ContactIdentifiers): Promise<number> {
    const given = (Object.keys(COLUMN) as (keyof ContactIdentifiers)[]).filter((name) => who[name] !== undefined);
    if (given.length === 0) throw noIdentifier();
    const ids = new Set<number>();
    for (const name of given) {
      const [row] = await tx.query<{ id: number }>(`SELECT id FROM contacts WHERE ${COLUMN[name]} = :value`, {
        value: who[name] ?? null,
      });
      if (!row) throw notFound();
      ids.add(row.id);
    }
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0)
      throw invalidParams(
        Object.fromEntries(given.map((name) => [WIRE_NAME[name], 'names another contact than the other identifiers'])),
      );
    return id;
  }
}

function noIdentifier(): AppError {
  return new AppError('rest_invalid_param', 'Invalid parameter: subscriber_id, user_id or email is required', {
    data: {
      params: Object.fromEntries(
        Object.values(WIRE_NAME).map((name) => [name, 'is required unless another identifier is sent']),
      ),
    },
  });
}
