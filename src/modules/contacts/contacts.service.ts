import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Faults } from '../../platform/errors/faults.js';
import { ContactRemover } from './bulk-writes/contact-remover.service.js';
import { type CheckedContact, ContactCheck, type ContactInput, onlyStatus } from './contact-check.service.js';
import type { ContactStatus } from './contact-status.js';
import type { ContactTally } from './contact-tally.js';
import type { Contact } from './contact.entity.js';
import { type ChangeCause, ContactWriter, type WrittenContact } from './contact-writer.service.js';
import { withOptIn } from './double-opt-in/with-opt-in.js';
import { ContactAliases } from './aliases/contact-aliases.service.js';
import { OptinRequests } from './double-opt-in/optin-requests.js';
import { refuseErased } from './refuse-erased.js';
import { SuppressionsService } from './suppression/suppressions.service.js';

/** What became of a contact that was created or upserted. */
export interface CreatedOrUpdated extends WrittenContact {
  readonly action: 'created' | 'updated';
  /** The address must not be mailed, whatever the status says. */
  readonly suppressed: boolean;
}

export interface CreateOptions {
  /** An existing contact with the address is updated instead of refused. */
  readonly forceUpdate?: unknown;
  /** Whoever would become subscribed is asked by mail first. */
  readonly doubleOptIn?: unknown;
  /** What a new contact becomes of which nothing is said; the status of one that exists stays. */
  readonly statusOfNew?: ContactStatus;
  readonly cause?: ChangeCause;
}

const BY_MANAGER: ChangeCause = { source: 'api' };

/** Two writers may agree on an address or a user id at once; the loser looks again and sees the winner. */
const RACED_INDEXES: readonly string[] = ['ux_contacts_email', 'ux_contacts_user_id'];
export const isContactRace = (error: unknown): boolean => RACED_INDEXES.includes(violatedUniqueIndex(error) ?? '');
const MAX_RACES = 5;

@Injectable()
export class ContactsService {
  constructor(
    private readonly db: Database,
    private readonly checks: ContactCheck,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly suppressions: SuppressionsService,
    private readonly optIns: OptinRequests,
    private readonly aliases: ContactAliases,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Creates a contact; with `forceUpdate` changes what is supplied of the one that has the address, adding tags and lists.
   * @throws AppError rest_invalid_param naming all faults; 409 without a code for an address that is taken.
   */
  async createOrUpdate(input: ContactInput, options: CreateOptions = {}): Promise<CreatedOrUpdated> {
    // Most addresses are new, and the unique index says when one is not: only then is it looked up.
    let tries = 0;
    const written = await this.whileRaced((tx) => {
      tries += 1;
      return this.createOrUpdateIn(tx, input, options, tries > 1);
    });
    const { email } = written.contact;
    return { ...written, suppressed: (await this.suppressions.isSuppressed(this.db, [email])).has(email) };
  }

  /**
   * Changes what is supplied. `tags` and `lists` are the new set; `attach_*` and `detach_*` change it.
   * @throws AppError rest_post_invalid_id; rest_invalid_param naming all faults; 409 for an address that is taken.
   */
  async update(id: number, input: ContactInput, cause: ChangeCause = BY_MANAGER): Promise<WrittenContact> {
    return this.whileRaced(async (tx) => {
      const contact = await this.writer.lock(tx, { id });
      if (!contact) throw notFound();
      return this.updateIn(tx, contact, input, cause);
    });
  }

  /**
   * The same for a contact that the caller has locked, as one of the last deeds of his transaction.
   * @param tally gets what is to be counted, as in `ContactWriter.change`.
   * @throws AppError as `update`; also what `isContactRace` tells, after which it can be done again.
   */
  async updateIn(
    tx: Tx,
    contact: Contact,
    input: ContactInput,
    cause: ChangeCause,
    tally?: ContactTally,
  ): Promise<WrittenContact> {
    refuseErased(contact);
    const faults = new Faults();
    const checked = await this.checks.check(tx, input, 'replace', faults);
    await this.checkUserId(tx, checked, contact.id, faults);
    faults.throwIfAny();
    const { email } = checked.fields;
    if (email !== undefined && email !== contact.email) {
      const holder = await this.holderOf(tx, email);
      if (holder !== null) throw alreadyExists(holder);
    }
    return this.writer.change(tx, contact, checked, cause, tally);
  }

  /** @throws AppError rest_post_invalid_id */
  async remove(id: number, cause: ChangeCause = BY_MANAGER): Promise<void> {
    await this.db.transaction(async (tx) => {
      const contact = await this.writer.lock(tx, { id });
      if (!contact) throw notFound();
      await this.remover.removeMany(tx, [contact], cause);
    });
  }

  /**
   * Moves a contact to a status within the caller's transaction; call it late there, because counters end up locked.
   * Signals obey the ranking of the strict statuses; only `source: 'api'` may do anything. Of a contact that has just been
   * merged they are about the one that it is part of: a person's no must not get lost between the two.
   * @returns whether anything changed; false for an id that is gone.
   */
  async changeStatusIn(tx: Tx, contactId: number, to: ContactStatus, cause: ChangeCause): Promise<boolean> {
    const contact = (await this.writer.lock(tx, { id: contactId })) ?? (await this.lockWhatBecameOf(tx, contactId));
    if (!contact) return false;
    return (await this.writer.change(tx, contact, onlyStatus(to), cause)).changed;
  }

  /**
   * The same within the caller's transaction, which `whileRaced` runs; call it late there, because counters end up locked.
   * @param afterRace whether the address may well be taken.
   */
  async createOrUpdateIn(
    tx: Tx,
    input: ContactInput,
    { forceUpdate = false, doubleOptIn = false, statusOfNew, cause = BY_MANAGER }: CreateOptions,
    afterRace = true,
  ): Promise<Omit<CreatedOrUpdated, 'suppressed'>> {
    const faults = new Faults();
    if (input.email === undefined) faults.add('email', 'is required');
    const checked = await this.checks.check(tx, input, 'attach', faults);
    if (typeof forceUpdate !== 'boolean') faults.add('__force_update', 'must be true or false');
    if (typeof doubleOptIn !== 'boolean') faults.add('double_optin', 'must be true or false');
    const { email } = checked.fields;
    const contact = email !== undefined && forceUpdate === true ? await this.writer.lock(tx, { email }) : null;
    const mayExist = afterRace || (checked.fields.userId ?? null) !== null;
    const holder = email !== undefined && contact === null && mayExist ? await this.holderOf(tx, email) : null;
    if ((input.status ?? statusOfNew) === undefined && contact === null && doubleOptIn !== true)
      faults.add('status', 'is required');
    await this.checkUserId(tx, checked, contact?.id ?? holder, faults);
    faults.throwIfAny();
    if (email === undefined) throw new Error('an address without fault is there');
    const plan = doubleOptIn === true ? withOptIn(checked, contact?.status ?? null, cause) : { checked, asks: false };
    if (contact !== null) {
      if (plan.asks) await this.optIns.open(tx, contact.id, cause.source);
      return { ...(await this.writer.change(tx, contact, plan.checked, cause)), action: 'updated' };
    }
    if (holder !== null && forceUpdate !== true) throw alreadyExists(holder);
    const { status = statusOfNew } = plan.checked.fields;
    if (status === undefined) throw new Error('a status without fault is there');
    const contactType = this.config.contactTypes[0] ?? 'lead';
    const written = await this.writer.create(tx, { email, status, contactType }, plan.checked, cause);
    if (plan.asks) await this.optIns.open(tx, written.contact.id, cause.source);
    return { ...written, action: 'created' };
  }

  private async lockWhatBecameOf(tx: Tx, contactId: number): Promise<Contact | null> {
    const id = (await this.aliases.of(tx, [contactId])).get(contactId);
    return id === undefined ? null : this.writer.lock(tx, { id });
  }

  private async holderOf(tx: Tx, email: string): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', { email });
    return row?.id ?? null;
  }

  private async checkUserId(tx: Tx, { fields }: CheckedContact, ownId: number | null, faults: Faults): Promise<void> {
    if (fields.userId === undefined || fields.userId === null) return;
    const [row] = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE user_id = :userId', {
      userId: fields.userId,
    });
    if (row && row.id !== ownId) faults.add('user_id', 'belongs to another contact');
  }

  /** A transaction that is run again when somebody else was faster with an address or a user id. */
  async whileRaced<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.racingTransaction(MAX_RACES, isContactRace, work);
  }
}

function alreadyExists(id: number): AppError {
  return new AppError(null, 'Contact already exists with this email', { status: 409, data: { contact_id: id } });
}
