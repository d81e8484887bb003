import { Injectable } from '@nestjs/common';
import type { Tx, EntityReader } from '../../../platform/database/database.js';
import { AppError, ValidationErrors } from '../../../platform/errors/app-error.js';
import { ContactCheck, type ContactInput, type CheckResult } from '../writing/contact-check.service.js';
import type { FieldRules } from '../contact/contact-fields.js';
import { contactIdsBy } from '../contact/contact-identity.js';
import { isContactRace, lockContacts, readContacts } from '../contact/contact-locks.js';
import type { Contact } from '../contact/contact.entity.js';
import type { ContactPlan } from '../writing/contact-plan.js';
import { ContactPlans } from '../writing/contact-plans.service.js';
import { ContactWriter, type LiftedSuppressions } from '../writing/contact-writer.service.js';
import type { BulkOutcome, BulkRow, BulkWriteOptions } from './bulk-write.js';
import { recordedChangesOf } from './recorded-changes.js';
import { type Decision, RowDecisions } from './row-decisions.js';

/** Another transaction deleted a label meanwhile, which no unique index reports. */
class ConcurrentChange extends Error {}

/**
 * Creates and updates many contacts in few statements, with the rules of a single write (`ContactsService.createOrUpdate`):
 * tags and lists are added, omitted fields are unchanged. Rows apply in order, also to the same contact.
 */
@Injectable()
export class BulkContacts {
  constructor(
    private readonly checks: ContactCheck,
    private readonly plans: ContactPlans,
    private readonly writer: ContactWriter,
  ) {}

  /**
   * Writes the rows. Call near the end of the transaction: it takes counter locks.
   * @returns one outcome per row, in order. An invalid row does not affect the others.
   * @throws an error that `isRace` recognizes; the caller must roll back and retry.
   */
  async write(tx: Tx, rows: readonly BulkRow[], options: BulkWriteOptions): Promise<BulkOutcome[]> {
    const { plan, decisions } = await this.decide(tx, rows, options, (ids) => lockContacts(tx, ids));
    const lifted = await this.store(tx, plan);
    return decisions.map((decision) => outcomeOf(decision, options, lifted));
  }

  /** Returns what `write` would return, without writes or locks. A contact that would be created has the id 0. */
  async preview(reader: EntityReader, rows: readonly BulkRow[], options: BulkWriteOptions): Promise<BulkOutcome[]> {
    const { decisions } = await this.decide(reader, rows, options, null);
    return decisions.map((decision) => outcomeOf(decision, options, new Map()));
  }

  /** Returns whether a concurrent write took an address or user id, or deleted a label; the caller should retry. */
  isRace(error: unknown): boolean {
    return error instanceof ConcurrentChange || isContactRace(error);
  }

  /** Returns the rules by which `write` validates the fields of contacts today. */
  fieldRules(): FieldRules {
    return this.checks.fieldRules();
  }

  /** @param lock reads the contacts and locks them with what the rows refer to; null locks nothing. */
  private async decide(
    reader: EntityReader,
    rows: readonly BulkRow[],
    options: BulkWriteOptions,
    lock: ((ids: readonly number[]) => Promise<Contact[]>) | null,
  ): Promise<{ plan: ContactPlan; decisions: Decision[] }> {
    const results = await this.checks.checkMany(reader, rows, 'attach', { hold: lock !== null, faultsOf });
    const fields = results.map(({ checked }) => checked.fields);
    const emails = fields.flatMap(({ email }) => email ?? []);
    const userIds = fields.flatMap(({ userId }) => userId ?? []);
    const ids = await contactIdsBy(reader, 'email', emails);
    const wanted = options.update ? validAddresses(results).flatMap((email) => ids.get(email) ?? []) : [];
    const contacts = await (lock?.(wanted) ?? readContacts(reader, wanted));
    forgetMoved(ids, wanted, contacts);
    const changes = results.map(({ checked }) => checked);
    const plan = await this.plans.begin(reader, contacts, changes, options);
    const resolver = new RowDecisions(
      { ids, contacts, idsByUserId: await contactIdsBy(reader, 'user_id', userIds) },
      plan,
      options,
    );
    return { plan, decisions: results.map((row, index) => resolver.take(row, rows[index] ?? {})) };
  }

  private async store(tx: Tx, plan: ContactPlan): Promise<LiftedSuppressions> {
    try {
      return await tx.withDeferred(() => this.writer.store(tx, plan));
    } catch (error) {
      // The rows are already validated, so a label was deleted since.
      if (error instanceof AppError) throw new ConcurrentChange(error.message, { cause: error });
      throw error;
    }
  }
}

function faultsOf({ email }: ContactInput): ValidationErrors {
  const faults = new ValidationErrors();
  if (email === undefined) faults.add('email', 'is required');
  return faults;
}

/** Returns the addresses of valid rows; contacts of invalid rows need no lock. */
function validAddresses(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ checked: { fields }, faults }) =>
    faults.isEmpty && fields.email !== undefined ? [fields.email] : [],
  );
}

/** Frees the addresses of contacts that were deleted or got another address since the lookup. */
function forgetMoved(ids: Map<string, number>, wanted: readonly number[], contacts: readonly Contact[]): void {
  const present = new Map(contacts.map(({ id, email }) => [id, email]));
  const asked = new Set(wanted);
  for (const [email, id] of ids) if (asked.has(id) && present.get(id) !== email) ids.delete(email);
}

function outcomeOf(decision: Decision, { recordChanges }: BulkWriteOptions, lifted: LiftedSuppressions): BulkOutcome {
  if (decision.kind === 'invalid') return decision;
  if (decision.kind === 'exists')
    return { kind: 'skipped', contactId: decision.contact.id, why: 'exists', keptStatus: false };
  const { effect, kind } = decision;
  const { keptStatus, draft } = effect;
  const contactId = draft.id;
  if (kind === 'unchanged') return { kind: 'skipped', contactId, why: 'unchanged', keptStatus };
  const changes = recordChanges ? recordedChangesOf(effect, lifted.get(effect.contact.email)) : null;
  return kind === 'created' ? { kind, contactId, changes } : { kind, contactId, keptStatus, changes };
}
