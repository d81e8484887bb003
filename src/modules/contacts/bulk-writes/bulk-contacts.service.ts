import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import type { EntityReader, Reader } from '../../../platform/database/reader.js';
import { Faults } from '../../../platform/errors/faults.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import type { LabelKind } from '../../labels/labels.service.js';
import { ContactCheck, type ContactInput, type JudgedContact } from '../contact-check.service.js';
import { WHOLE_CONTACT } from '../contact-columns.js';
import { lockContacts } from '../contact-locks.js';
import type { Contact } from '../contact.entity.js';
import { isContactRace } from '../contacts.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { BulkPlan, type Decision, type Found } from './bulk-plan.js';
import { BulkPlanWriter, LostRace } from './bulk-plan-writer.service.js';
import type { BulkOutcome, BulkRow, BulkWriteOptions } from './bulk-write.js';
import { recordedChangesOf } from './record-changes.js';

const AT_ONCE = 500;
const HASH_BYTES = 16;

/**
 * Creates and changes many contacts in a few statements, by the rules of a single write (`ContactsService.createOrUpdate`):
 * tags and lists are added, what is not supplied stays. The rows act one after the other, also on one contact.
 */
@Injectable()
export class BulkContacts {
  constructor(
    private readonly checks: ContactCheck,
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly plans: BulkPlanWriter,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * As one of the last deeds of the caller's transaction, because counters end up locked.
   * @returns what became of each row, in their order. A row with a fault is told and costs the others nothing.
   * @throws what `isRace` tells, after which the transaction is rolled back and the same is done again.
   */
  async write(tx: Tx, rows: readonly BulkRow[], options: BulkWriteOptions): Promise<BulkOutcome[]> {
    const judged = await this.check(tx, rows, true);
    const ids = await this.idsOf(tx, judged);
    const wanted = options.update ? soundAddresses(judged).map((email) => ids.get(email) ?? 0) : [];
    const contacts = await lockContacts<Contact>(tx, wanted.filter(Boolean), WHOLE_CONTACT);
    forgetMoved(ids, wanted, contacts);
    const { plan, decisions } = await this.plan(tx, { rows, judged, ids, contacts }, options);
    const { reasons } = await this.plans.write(tx, plan, options);
    return decisions.map((decision) => outcomeOf(decision, options, reasons));
  }

  /**
   * What `write` would answer now, without writing or locking anything. A contact that would be created has the id 0.
   */
  async judge(reader: EntityReader, rows: readonly BulkRow[], options: BulkWriteOptions): Promise<BulkOutcome[]> {
    const judged = await this.check(reader, rows, false);
    const ids = await this.idsOf(reader, judged);
    const wanted = options.update ? soundAddresses(judged).map((email) => ids.get(email) ?? 0) : [];
    const contacts = await readContacts(reader, wanted.filter(Boolean));
    forgetMoved(ids, wanted, contacts);
    const { decisions } = await this.plan(reader, { rows, judged, ids, contacts }, options);
    return decisions.map((decision) => outcomeOf(decision, options, new Map()));
  }

  /** Whether somebody else was faster with an address, a user id or by deleting a label; another try sees who. */
  isRace(error: unknown): boolean {
    return error instanceof LostRace || isContactRace(error);
  }

  private check(reader: EntityReader, rows: readonly BulkRow[], hold: boolean): Promise<JudgedContact[]> {
    return this.checks.checkMany(reader, rows, 'attach', { hold, faultsOf });
  }

  private async idsOf(reader: Reader, judged: readonly JudgedContact[]): Promise<Map<string, number>> {
    const emails = new Set<string>();
    for (const { checked } of judged) if (checked.fields.email !== undefined) emails.add(checked.fields.email);
    const ids = new Map<string, number>();
    for (const part of inParts([...emails]))
      for (const { id, email } of await reader.query<{ id: number; email: string }>(
        'SELECT id, email FROM contacts WHERE email IN (:part)',
        { part },
      ))
        ids.set(email, id);
    return ids;
  }

  private async plan(
    reader: Reader,
    { rows, judged, ids, contacts }: Looked,
    options: BulkWriteOptions,
  ): Promise<{ plan: BulkPlan; decisions: Decision[] }> {
    const [list, tag] = [
      await this.labelsOf(reader, 'list', judged, contacts, options),
      await this.labelsOf(reader, 'tag', judged, contacts, options),
    ];
    const found: Found = {
      ids,
      contacts,
      labels: { list, tag },
      values: await this.valuesOf(reader, judged, contacts),
      holders: await holdersOf(reader, judged),
    };
    const plan = new BulkPlan(found, options, {
      contactType: this.config.contactTypes[0] ?? 'lead',
      now: toTheSecond(this.clock.now()),
      hash: hashes(),
    });
    const decisions = judged.map((row, index) => plan.take(row, rows[index]?.status !== undefined));
    return { plan, decisions };
  }

  private async labelsOf(
    reader: Reader,
    kind: LabelKind,
    judged: readonly JudgedContact[],
    contacts: readonly Contact[],
    options: BulkWriteOptions,
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    if (contacts.length === 0) return new Map();
    const mayMove =
      options.doubleOptIn || options.forceStatus || judged.some(({ checked }) => checked.fields.status !== undefined);
    const wishes = judged.some(({ checked }) => Object.keys(checked.wishes[kind]).length > 0);
    if (!mayMove && !wishes) return new Map();
    return this.memberships.idsOf(
      reader,
      kind,
      contacts.map(({ id }) => id),
    );
  }

  private async valuesOf(
    reader: Reader,
    judged: readonly JudgedContact[],
    contacts: readonly Contact[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>> {
    const fieldIds = new Set<number>();
    for (const { checked } of judged) for (const { field } of checked.values) fieldIds.add(field.id);
    return this.values.stored(
      reader,
      contacts.map(({ id }) => id),
      [...fieldIds],
    );
  }
}

interface Looked {
  readonly rows: readonly BulkRow[];
  readonly judged: readonly JudgedContact[];
  readonly ids: Map<string, number>;
  readonly contacts: readonly Contact[];
}

function faultsOf({ email }: ContactInput): Faults {
  const faults = new Faults();
  if (email === undefined) faults.add('email', 'is required');
  return faults;
}

/** Those that may be written; who has a fault is not locked for it. */
function soundAddresses(judged: readonly JudgedContact[]): string[] {
  return judged.flatMap(({ checked: { fields }, faults }) =>
    faults.isEmpty && fields.email !== undefined ? [fields.email] : [],
  );
}

/** Who was deleted or has got another address since he was looked up leaves his old one free. */
function forgetMoved(ids: Map<string, number>, wanted: readonly number[], contacts: readonly Contact[]): void {
  const present = new Map(contacts.map(({ id, email }) => [id, email]));
  const asked = new Set(wanted);
  for (const [email, id] of ids) if (asked.has(id) && present.get(id) !== email) ids.delete(email);
}

async function readContacts(reader: Reader, ids: readonly number[]): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (const part of inParts(ids))
    contacts.push(
      ...(await reader.query<Contact>(`SELECT ${WHOLE_CONTACT} FROM contacts c WHERE c.id IN (:part)`, { part })),
    );
  return contacts;
}

async function holdersOf(reader: Reader, judged: readonly JudgedContact[]): Promise<Map<number, number>> {
  const userIds = new Set<number>();
  for (const { checked } of judged) if (checked.fields.userId != null) userIds.add(checked.fields.userId);
  const holders = new Map<number, number>();
  for (const part of inParts([...userIds]))
    for (const { id, userId } of await reader.query<{ id: number; userId: number }>(
      'SELECT id, user_id AS userId FROM contacts WHERE user_id IN (:part)',
      { part },
    ))
      holders.set(userId, id);
  return holders;
}

function outcomeOf(
  decision: Decision,
  { recordChanges }: BulkWriteOptions,
  lifted: ReadonlyMap<string, string>,
): BulkOutcome {
  if (decision.kind === 'invalid') return decision;
  if (decision.kind === 'exists')
    return { kind: 'skipped', contactId: decision.contact.id, why: 'exists', keptStatus: false };
  const { effect, kind } = decision;
  const contactId = effect.draft.id;
  const { keptStatus } = effect;
  if (kind === 'unchanged') return { kind: 'skipped', contactId, why: 'unchanged', keptStatus };
  const changes = recordChanges ? recordedChangesOf(effect, lifted.get(effect.contact.email)) : null;
  return kind === 'created' ? { kind, contactId, changes } : { kind, contactId, keptStatus, changes };
}

/** Random ids, many of which are taken from the kernel at once. */
function hashes(): () => string {
  let pool = '';
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = randomBytes(HASH_BYTES * AT_ONCE).toString('hex');
      used = 0;
    }
    used += 2 * HASH_BYTES;
    return pool.slice(used - 2 * HASH_BYTES, used);
  };
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += AT_ONCE) yield items.slice(start, start + AT_ONCE);
}
