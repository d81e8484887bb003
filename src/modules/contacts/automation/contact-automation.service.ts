import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { RawNote } from '../../notes/note.entity.js';
import { NotesService } from '../../notes/notes.service.js';
import { CompanyMemberships } from '../companies/company-memberships.service.js';
import { type ContactInput, onlyStatus } from '../contact-check.service.js';
import type { RawContact } from '../contact-fields.js';
import type { ContactStatus } from '../contact-status.js';
import { ContactTally } from '../contact-tally.js';
import { type ChangeCause, ContactWriter } from '../contact-writer.service.js';
import type { Contact } from '../contact.entity.js';
import { ContactsService, isContactRace } from '../contacts.service.js';
import { DoubleOptInService } from '../double-opt-in/double-opt-in.service.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../suppression/suppressions.service.js';
import { type TrackedEventInput, TrackedEventsService } from '../tracked-events/tracked-events.service.js';

export { NOTE_TYPES, type NoteType } from '../../notes/note.entity.js';

/** What of a contact may be set without a person at the keyboard; the status has rules and a way of its own. */
export type AutomatedFields = Omit<RawContact, 'status'> & Pick<ContactInput, 'custom_values'>;

/** What became of one contact of many; who is there no more has no result. An error has kept everything as it was. */
export type Results<Result> = ReadonlyMap<number, Result | AppError>;

/** Why somebody is not asked to confirm a subscription, or that he is. */
export type OptInAnswer = 'asked' | 'already_subscribed' | 'complained' | 'address_suppressed';

const MAX_RACES = 5;
const BY_FUNNEL = { source: 'funnel' } as const;

/**
 * Contacts as the product changes them by itself, many in one transaction of the caller's: all of them are locked first, in
 * the order of their ids, each is written or refused by itself, and the counters move at the end.
 */
@Injectable()
export class ContactAutomation {
  constructor(
    private readonly writer: ContactWriter,
    private readonly contacts: ContactsService,
    private readonly notes: NotesService,
    private readonly events: TrackedEventsService,
    private readonly companies: CompanyMemberships,
    private readonly optIns: DoubleOptInService,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** @returns whether anything is different now. */
  async update(
    tx: Tx,
    changes: ReadonlyMap<number, AutomatedFields>,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<boolean>> {
    return this.each(tx, changes, async (contact, fields, tally) => {
      const { changed } = await this.contacts.updateIn(tx, contact, fields, cause, tally);
      return changed;
    });
  }

  /** @returns `kept` where a status that is stronger than the signal stays. */
  async changeStatus(
    tx: Tx,
    contactIds: readonly number[],
    to: ContactStatus,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<'changed' | 'unchanged' | 'kept'>> {
    return this.each(tx, forEach(contactIds), async (contact, _, tally) => {
      const { changed, keptStatus } = await this.writer.change(tx, contact, onlyStatus(to), cause, tally);
      if (keptStatus) return 'kept';
      return changed ? 'changed' : 'unchanged';
    });
  }

  /** Notes that nobody has written. */
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

  /** @returns for whom it made a difference, and the companies that are there no more. */
  async addToCompanies(
    tx: Tx,
    contactIds: readonly number[],
    companyIds: readonly number[],
  ): Promise<{ readonly changed: ReadonlySet<number>; readonly missing: readonly number[] }> {
    return this.companies.attachIn(tx, { contactIds, companyIds });
  }

  /** Asks by mail whether they want to be subscribed; nobody who is, who has complained or whom no mail would reach. */
  async askForOptIn(
    tx: Tx,
    contactIds: readonly number[],
    templateId: number | null,
    cause: ChangeCause = BY_FUNNEL,
  ): Promise<Results<OptInAnswer>> {
    return this.each(tx, forEach(contactIds), async ({ id, email, status }, _, tally) => {
      if (status === 'subscribed') return 'already_subscribed';
      if (status === 'complained') return 'complained';
      if ((await this.suppressions.isSuppressed(tx, [email], OPEN_TO_OPT_IN)).size > 0) return 'address_suppressed';
      await this.optIns.requestIn(tx, id, { source: cause.source, templateId }, tally);
      return 'asked';
    });
  }

  private async each<Input, Result>(
    tx: Tx,
    inputs: ReadonlyMap<number, Input>,
    work: (contact: Contact, input: Input, tally: ContactTally) => Promise<Result>,
  ): Promise<Results<Result>> {
    const total = new ContactTally();
    const results = new Map<number, Result | AppError>();
    for (const contact of await this.writer.lockAll(tx, inputs.keys())) {
      const input = inputs.get(contact.id) as Input;
      results.set(contact.id, await this.alone(tx, total, (tally) => work(Object.assign({}, contact), input, tally)));
    }
    await this.writer.count(tx, total);
    return results;
  }

  /** All of it or nothing; what is to be counted of it goes into the total. */
  private async alone<Result>(
    tx: Tx,
    total: ContactTally,
    work: (tally: ContactTally) => Promise<Result>,
  ): Promise<Result | AppError> {
    for (let race = 1; ; race += 1) {
      const tally = new ContactTally();
      try {
        const result = await tx.savepoint(() => work(tally));
        total.add(tally);
        return result;
      } catch (error) {
        if (error instanceof AppError) return error;
        if (!isContactRace(error) || race === MAX_RACES) throw error;
      }
    }
  }
}

const forEach = (contactIds: readonly number[]): Map<number, null> => new Map(contactIds.map((id) => [id, null]));
