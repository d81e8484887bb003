import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { readFlag } from '../../platform/http/dto-fields.js';
import { given } from '../../platform/http/given.js';
import { ContactRemover } from './writing/contact-remover.service.js';
import type { ChangeCause } from './writing/contact-change.js';
import {
  type CheckedContact,
  type CheckResult,
  ContactCheck,
  type ContactInput,
  onlyStatus,
} from './writing/contact-check.service.js';
import type { ContactStatus } from './contact/contact-status.js';
import { assertNotErased, isContactRace, lockContact, MAX_CONTACT_RACES } from './contact/contact-locks.js';
import type { Contact } from './contact/contact.entity.js';
import { lockMerged } from './aliases/contact-aliases.js';
import { SuppressionsService } from './suppression/suppressions.service.js';
import { ContactWriter, type WrittenContact } from './writing/contact-writer.service.js';

export interface CreatedOrUpdated extends WrittenContact {
  readonly action: 'created' | 'updated';
  /** Whether the address is suppressed, regardless of the status. */
  readonly suppressed: boolean;
}

export interface CreateOptions {
  /** Updates an existing contact with the address instead of refusing. */
  readonly forceUpdate?: unknown;
  /** Sends a double opt-in email instead of subscribing at once. */
  readonly doubleOptIn?: unknown;
  /** The status of a new contact without one; existing contacts keep theirs. */
  readonly statusOfNew?: ContactStatus;
  readonly cause?: ChangeCause;
}

const BY_MANAGER: ChangeCause = { source: 'api' };

@Injectable()
export class ContactsService {
  constructor(
    private readonly db: Database,
    private readonly checks: ContactCheck,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly suppressions: SuppressionsService,
  ) {}

  /**
   * Creates a contact. With `forceUpdate`, an existing one is updated: given fields are set, tags and lists are added.
   * @throws AppError rest_invalid_param naming all errors; 409 without a code for a taken address.
   */
  async createOrUpdate(input: ContactInput, options: CreateOptions = {}): Promise<CreatedOrUpdated> {
    // Most addresses are new; an existing one is looked up only after the unique index reports it.
    let tries = 0;
    const { written, suppressed } = await this.whileRaced(async (tx) => {
      tries += 1;
      const result = await this.createOrUpdateIn(tx, input, options, tries > 1);
      // Not awaited, so that it travels with the last statements.
      const found = this.suppressions.isSuppressed(tx, [result.contact.email]);
      found.catch(() => undefined);
      return { written: result, suppressed: found };
    });
    return { ...written, suppressed: (await suppressed).has(written.contact.email) };
  }

  /** Updates the given fields. `tags` and `lists` replace the set; `attach_*` and `detach_*` change it. */
  async update(id: number, input: ContactInput, cause: ChangeCause = BY_MANAGER): Promise<WrittenContact> {
    return this.whileRaced(async (tx) => {
      const faults = new ValidationErrors();
      const [contact, checked] = await Promise.all([
        lockContact(tx, { id }),
        this.checks.check(tx, input, 'replace', faults),
      ]);
      if (!contact) throw notFound();
      return this.updateChecked(tx, contact, { checked, faults }, cause);
    });
  }

  /** Like `update`, for a locked contact. @throws as `update`, and errors that `isContactRace` recognizes. */
  async updateIn(tx: Tx, contact: Contact, input: ContactInput, cause: ChangeCause): Promise<WrittenContact> {
    const faults = new ValidationErrors();
    const checked = await this.checks.check(tx, input, 'replace', faults);
    return this.updateChecked(tx, contact, { checked, faults }, cause);
  }

  private async updateChecked(
    tx: Tx,
    contact: Contact,
    { checked, faults }: CheckResult,
    cause: ChangeCause,
  ): Promise<WrittenContact> {
    assertNotErased(contact);
    await this.checkUserId(tx, checked, contact.id, faults);
    faults.throwIfAny();
    const { email } = checked.fields;
    if (email !== undefined && email !== contact.email) {
      const holder = await this.findIdByEmail(tx, email);
      if (holder !== null) throw alreadyExists(holder);
    }
    return this.writer.write(tx, { before: contact, checked }, { cause });
  }

  async remove(id: number, cause: ChangeCause = BY_MANAGER): Promise<void> {
    await this.db.transaction(async (tx) => {
      const contact = await lockContact(tx, { id });
      if (!contact) throw notFound();
      await this.remover.removeMany(tx, [contact], cause);
    });
  }

  /**
   * Changes a status in the caller's transaction. Only `source: 'api'` may override
   * the ranking of strict statuses. The id of a merged contact stands for the remaining one, so that no opt-out is lost.
   * @returns whether anything changed; false for an unknown id.
   */
  async changeStatusIn(tx: Tx, contactId: number, to: ContactStatus, cause: ChangeCause): Promise<boolean> {
    const contact = await lockMerged(tx, contactId);
    if (!contact) return false;
    return (await this.writer.write(tx, { before: contact, checked: onlyStatus(to) }, { cause })).changed;
  }

  /** Like `createOrUpdate`, within `whileRaced`. @param afterRace false in a first attempt, which assumes that no data has changed. */
  async createOrUpdateIn(
    tx: Tx,
    input: ContactInput,
    { statusOfNew, cause = BY_MANAGER, ...options }: CreateOptions,
    afterRace = true,
  ): Promise<Omit<CreatedOrUpdated, 'suppressed'>> {
    const faults = new ValidationErrors();
    if (input.email === undefined) faults.add('email', 'is required');
    const checked = await this.checks.check(tx, input, 'attach', faults, !afterRace);
    const forceUpdate = readFlag('__force_update', options.forceUpdate, faults);
    const doubleOptIn = readFlag('double_optin', options.doubleOptIn, faults);
    const { contact, holderId } = await this.findHolder(tx, checked, forceUpdate, afterRace);
    if ((input.status ?? statusOfNew) === undefined && contact === null && !doubleOptIn)
      faults.add('status', 'is required');
    await this.checkUserId(tx, checked, holderId, faults);
    // Labels in memory may be the cause.
    if (!faults.isEmpty) await tx.allDone();
    faults.throwIfAny();
    if (holderId !== null && !forceUpdate) throw alreadyExists(holderId);
    const change = { before: contact, checked, ...given({ statusOfNew }) };
    const written = await this.writer.write(tx, change, { cause, doubleOptIn });
    return { ...written, action: contact === null ? 'created' : 'updated' };
  }

  /** Finds the holder of the address: with `forceUpdate` the contact, locked; else its id, where there may be one. */
  private async findHolder(
    tx: Tx,
    { fields: { email, userId = null } }: CheckedContact,
    forceUpdate: boolean,
    afterRace: boolean,
  ): Promise<{ readonly contact: Contact | null; readonly holderId: number | null }> {
    if (email === undefined) return { contact: null, holderId: null };
    const contact = forceUpdate ? await lockContact(tx, { email }) : null;
    if (contact) return { contact, holderId: contact.id };
    const mayExist = afterRace || userId !== null;
    return { contact, holderId: mayExist ? await this.findIdByEmail(tx, email) : null };
  }

  private async findIdByEmail(tx: Tx, email: string): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', { email });
    return row?.id ?? null;
  }

  private async checkUserId(
    tx: Tx,
    { fields }: CheckedContact,
    ownId: number | null,
    faults: ValidationErrors,
  ): Promise<void> {
    const { userId = null } = fields;
    if (userId === null) return;
    const [row] = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE user_id = :userId', { userId });
    if (row && row.id !== ownId) faults.add('user_id', 'belongs to another contact');
  }

  /** Runs a transaction, and retries it if a concurrent write took an address or a user id. */
  async whileRaced<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.racingTransaction(MAX_CONTACT_RACES, isContactRace, work);
  }
}

function alreadyExists(id: number): AppError {
  return new AppError(null, 'Contact already exists with this email', { status: 409, data: { contact_id: id } });
}
