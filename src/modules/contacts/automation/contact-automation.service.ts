import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { RawNote } from '../../notes/note.entity.js';
import { NotesService } from '../../notes/notes.service.js';
import type { ChangeCause } from '../writing/contact-change.js';
import { type ContactInput, onlyStatus } from '../writing/contact-check.service.js';
import type { RawContact } from '../contact/contact-fields.js';
import type { ContactStatus } from '../contact/contact-status.js';
import type { Contact } from '../contact/contact.entity.js';
import { isContactRace, lockContacts, MAX_CONTACT_RACES } from '../contact/contact-locks.js';
import { ContactsService } from '../contacts.service.js';
import { DoubleOptInService } from '../double-opt-in/double-opt-in.service.js';
import { type TrackedEventInput, TrackedEventsService } from '../tracked-events/tracked-events.service.js';
import { ContactWriter } from '../writing/contact-writer.service.js';

export { NOTE_TYPES, type NoteType } from '../../notes/note.entity.js';

/** Fields that automations may set. The status has rules of its own: see `changeStatus`. */
export type AutomatedFields = Omit<RawContact, 'status'> & Pick<ContactInput, 'custom_values'>;

/** Results by contact id; deleted contacts have none. An error means that nothing was changed for that contact. */
export type Results<Result> = ReadonlyMap<number, Result | AppError>;

/** Whether a contact was asked to confirm the subscription, or why not. */
type DoubleOptInResult = 'asked' | 'already_subscribed' | 'complained' | 'address_suppressed';

const BY_FUNNEL = { source: 'funnel' } as const;

/** Changes contacts in the transaction of the caller. Locks all by id; writes or refuses each separately. */
@Injectable()
export class ContactAutomation {
  constructor(
    private readonly writer: ContactWriter,
    private readonly contacts: ContactsService,
    private readonly notes: NotesService,
    private readonly events: TrackedEventsService,
    private readonly optIns: DoubleOptInService,
  ) {}

  /** @returns whether anything changed. */
  async update(
    tx: Tx,
    changes: ReadonlyMap<number, AutomatedFields>,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<boolean>> {
    return this.each(tx, changes, async (contact, fields) => {
      const { changed } = await this.contacts.updateIn(tx, contact, fields, cause);
      return changed;
    });
  }

  /** @returns `kept` if the current status is stricter than the new one. */
  async changeStatus(
    tx: Tx,
    contactIds: readonly number[],
    to: ContactStatus,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<'changed' | 'unchanged' | 'kept'>> {
    return this.each(tx, forEach(contactIds), async (contact) => {
      const change = { before: contact, checked: onlyStatus(to) };
      const { changed, keptStatus } = await this.writer.write(tx, change, { cause });
      if (keptStatus) return 'kept';
      return changed ? 'changed' : 'unchanged';
    });
  }

  /** Adds notes without an author. */
  async addNotes(tx: Tx, notes: ReadonlyMap<number, RawNote>): Promise<Results<null>> {
    return this.each(tx, notes, async ({ id }, note) => {
      await this.notes.create(tx, { type: 'contact', id }, null, note);
      return null;
    });
  }

  async trackEvents(tx: Tx, events: ReadonlyMap<number, TrackedEventInput>): Promise<Results<null>> {
    return this.each(tx, events, async (contact, event) => {
      await this.events.track(tx, contact, null, event);
      return null;
    });
  }

  /** Sends double opt-in emails, except to contacts who are subscribed, have complained, or whose address is suppressed. */
  async requestDoubleOptIn(
    tx: Tx,
    contactIds: readonly number[],
    templateId: number | null,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<DoubleOptInResult>> {
    return this.each(tx, forEach(contactIds), async ({ id, email, status }) => {
      if (status === 'subscribed') return 'already_subscribed';
      if (status === 'complained') return 'complained';
      if (await this.optIns.isSuppressed(tx, email)) return 'address_suppressed';
      await this.optIns.requestIn(tx, id, { source: cause.source, templateId });
      return 'asked';
    });
  }

  private async each<Input, Result>(
    tx: Tx,
    inputs: ReadonlyMap<number, Input>,
    work: (contact: Contact, input: Input) => Promise<Result>,
  ): Promise<Results<Result>> {
    const results = new Map<number, Result | AppError>();
    for (const contact of await lockContacts(tx, inputs.keys())) {
      const input = inputs.get(contact.id) as Input;
      results.set(contact.id, await this.alone(tx, () => work(contact, input)));
    }
    return results;
  }

  private async alone<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result | AppError> {
    for (let race = 1; ; race += 1) {
      try {
        return await tx.savepoint(work);
      } catch (error) {
        if (error instanceof AppError) return error;
        if (!isContactRace(error) || race === MAX_CONTACT_RACES) throw error;
      }
    }
  }
}

const forEach = (contactIds: readonly number[]): Map<number, null> => new Map(contactIds.map((id) => [id, null]));
