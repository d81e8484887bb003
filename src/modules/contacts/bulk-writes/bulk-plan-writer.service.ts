import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { CustomValuesService, changedValue } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import { ConsentLog } from '../consent/consent-log.js';
import { changeEvents } from '../contact-change.js';
import { CONTACT_COLUMNS } from '../contact-columns.js';
import { snapshotOf } from '../contact-fields.js';
import { ContactTally } from '../contact-tally.js';
import { ContactWriter } from '../contact-writer.service.js';
import type { Contact } from '../contact.entity.js';
import { OptinRequests } from '../double-opt-in/optin-requests.js';
import { labelEvents } from '../memberships/label-events.js';
import type { MembershipDifference } from '../memberships/membership-change.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { SearchIndex } from '../search/search-index.service.js';
import { searchTextOf } from '../search/search-text.js';
import { SuppressionsService } from '../suppression/suppressions.service.js';
import type { BulkPlan, Draft, Effect } from './bulk-plan.js';
import type { BulkWriteOptions } from './bulk-write.js';

/** Somebody was faster in a way that no unique index tells: a label that was there is deleted. */
export class LostRace extends Error {}

/** What a transaction has taken away beside what the contacts themselves tell. */
export interface Lifted {
  /** Why the addresses were suppressed of which that is over, by address. */
  readonly reasons: ReadonlyMap<string, string>;
}

const AT_ONCE = 500;
/** What every row of a statement names, whatever it changes. */
const REQUIRED: readonly (keyof Contact)[] = ['email', 'status', 'hash', 'createdAt', 'updatedAt'];
const WRITABLE = (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => member !== 'id');
const SEARCHED: readonly (keyof Contact)[] = ['email', 'firstName', 'lastName'];

/** Writes what a plan comes to, in as many statements for 500 contacts as for one, in the order of locks of `ContactWriter`. */
@Injectable()
export class BulkPlanWriter {
  constructor(
    private readonly writer: ContactWriter,
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly suppressions: SuppressionsService,
    private readonly consents: ConsentLog,
    private readonly optIns: OptinRequests,
    private readonly search: SearchIndex,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The contacts that exist are locked by the caller.
   * @throws LostRace, and what `isContactRace` tells.
   */
  async write(tx: Tx, { effects, changed }: BulkPlan, options: BulkWriteOptions): Promise<Lifted> {
    const drafts = [...changed];
    for (const { contact } of drafts.filter(isCalledOtherwise)) contact.searchText = searchTextOf(contact);
    const known = drafts.filter(({ before, contact }) => before !== null && contact !== before);
    await this.freeUserIds(tx, known);
    await this.updateContacts(tx, known);
    const created = drafts.filter(({ before }) => before === null).sort(byAddress);
    await this.insertContacts(tx, created);
    for (const { contact, draft } of effects) contact.id = draft.id;
    const ascending = drafts.sort((a, b) => a.id - b.id);
    const tally = new ContactTally();
    for (const { id, before, contact } of ascending) tally.moved(id, before?.status ?? null, contact.status);
    const asked = ascending.filter(({ asked: is, contact }) => is && contact.status === 'pending');
    let lifted: ReadonlyMap<string, string> = new Map();
    await tx.sideBySide([
      () => this.outbox.appendAll(tx, eventsOf(effects, options)),
      ...LABEL_KINDS.map((kind) => () => this.writeLabels(tx, kind, ascending, tally)),
      () => this.writeValues(tx, ascending),
      () => this.logConsents(tx, effects, options),
      () => this.search.writeLater(tx, textsOf(ascending)),
      async () => {
        lifted = await this.liftSuppressions(tx, ascending);
      },
    ]);
    // Behind the log: who comes to a strict status is not waited for any more.
    await this.optIns.openAll(
      tx,
      asked.map(({ id }) => id),
      options.cause.source,
    );
    await this.count(tx, tally);
    return { reasons: lifted };
  }

  private async count(tx: Tx, tally: ContactTally): Promise<void> {
    try {
      await this.writer.count(tx, tally);
    } catch (error) {
      if (error instanceof AppError) throw new LostRace(error.message, { cause: error });
      throw error;
    }
  }

  /** Two contacts may have changed their user ids for each other's, and the index looks at one row after the other. */
  private async freeUserIds(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const moved = drafts.filter(({ before, contact }) => before !== null && before.userId !== contact.userId);
    const wanted = new Set(moved.map(({ contact }) => contact.userId));
    const freed = moved.filter(({ before }) => before?.userId != null && wanted.has(before.userId));
    if (freed.length > 0)
      await tx.execute('UPDATE contacts SET user_id = NULL WHERE id IN (:ids)', { ids: freed.map(({ id }) => id) });
  }

  /** In the order of the addresses, or two writers of the same new ones could wait for each other. */
  private async insertContacts(tx: Tx, created: readonly Draft[]): Promise<void> {
    for (let start = 0; start < created.length; start += AT_ONCE) {
      const part = created.slice(start, start + AT_ONCE);
      const members = WRITABLE.filter(
        (member) => REQUIRED.includes(member) || part.some(({ contact }) => contact[member] !== null),
      );
      await tx.insertRows(
        'contacts',
        members.map((member) => CONTACT_COLUMNS[member]),
        part.map(({ contact }) => members.map((member) => stored(contact[member]))),
      );
      // Consecutive ids must not be assumed.
      const rows = await tx.query<{ id: number; email: string }>(
        'SELECT id, email FROM contacts WHERE email IN (:emails)',
        { emails: part.map(({ contact }) => contact.email) },
      );
      const ids = new Map(rows.map(({ id, email }) => [email, id]));
      for (const draft of part) draft.id = ids.get(draft.contact.email) ?? 0;
    }
  }

  /** As inserts of rows that are there: a CASE for 500 of them would be gone through for each. */
  private async updateContacts(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    for (let start = 0; start < drafts.length; start += AT_ONCE) {
      const part = drafts.slice(start, start + AT_ONCE);
      const changed = WRITABLE.filter((member) =>
        part.some(({ before, contact }) => stored(before?.[member] ?? null) !== stored(contact[member])),
      );
      // Only labels, values or a consent, and within one second not even the time is another.
      if (changed.length === 0) continue;
      const members: (keyof Contact)[] = ['id', ...REQUIRED, ...changed.filter((member) => !REQUIRED.includes(member))];
      await tx.insertRows(
        'contacts',
        members.map((member) => CONTACT_COLUMNS[member]),
        part.map(({ contact }) => members.map((member) => stored(contact[member]))),
        {
          suffix: `ON DUPLICATE KEY UPDATE ${changed
            .map((member) => `${CONTACT_COLUMNS[member]} = VALUES(${CONTACT_COLUMNS[member]})`)
            .join(', ')}`,
        },
      );
    }
  }

  private async writeLabels(tx: Tx, kind: LabelKind, drafts: readonly Draft[], tally: ContactTally): Promise<void> {
    const added: [number, number][] = [];
    const removed = new Map<number, number[]>();
    for (const { id, before, contact, labelsBefore, labels } of drafts) {
      const subscribed = { before: before?.status === 'subscribed', after: contact.status === 'subscribed' };
      const [old, now] = [labelsBefore[kind], labels[kind]];
      if (old === now && (subscribed.before === subscribed.after || old.size === 0)) continue;
      const difference = differenceBetween(old, now);
      for (const labelId of difference.added) added.push([id, labelId]);
      for (const labelId of difference.removed) push(removed, labelId, id);
      tally.relabelled(kind, old, difference, subscribed);
    }
    await this.memberships.writePairs(tx, kind, added, removed);
  }

  private async writeValues(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const kept: [number, number, string][] = [];
    const cleared = new Map<number, number[]>();
    for (const { id, valuesBefore, values } of drafts) {
      if (values === valuesBefore) continue;
      for (const [fieldId, text] of values) if (valuesBefore.get(fieldId) !== text) kept.push([id, fieldId, text]);
      for (const fieldId of valuesBefore.keys()) if (!values.has(fieldId)) push(cleared, fieldId, id);
    }
    await this.values.store(tx, kept);
    await this.values.clear(tx, cleared);
  }

  private async liftSuppressions(tx: Tx, drafts: readonly Draft[]): Promise<Map<string, string>> {
    const emails = drafts.filter(({ freed }) => freed).map(({ contact }) => contact.email);
    const reasons = new Map<string, string>();
    for (let start = 0; start < emails.length; start += AT_ONCE)
      for (const [email, reason] of await this.suppressions.liftAll(tx, emails.slice(start, start + AT_ONCE)))
        reasons.set(email, reason);
    return reasons;
  }

  private async logConsents(tx: Tx, effects: readonly Effect[], { cause }: BulkWriteOptions): Promise<void> {
    const { source, reason = null } = cause;
    await this.consents.record(
      tx,
      effects.flatMap(({ contact, old, consent: evidence }) =>
        evidence === null
          ? []
          : [{ contactId: contact.id, from: old?.status ?? null, to: contact.status, source, reason, evidence }],
      ),
    );
  }
}

function eventsOf(effects: readonly Effect[], { cause, silent }: BulkWriteOptions): NewEvent[] {
  const events: NewEvent[] = [];
  for (const { old, contact, fields, statusMoved, values, labels, named } of effects) {
    const snapshot = snapshotOf(contact);
    if (old === null)
      events.push({
        type: 'contact.created',
        subjectId: contact.id,
        data: { contact: snapshot, source: cause.source },
      });
    else {
      const changes = values.map(({ field, before, text }) => changedValue(field, before, text));
      events.push(...changeEvents(old, contact, { fields, statusMoved, values: changes }, cause));
    }
    for (const kind of LABEL_KINDS)
      if (labels[kind].added.length + labels[kind].removed.length > 0)
        events.push(...labelEvents(kind, snapshot, labels[kind], named[kind]));
  }
  return silent ? events.map((event) => ({ ...event, silent })) : events;
}

function textsOf(drafts: readonly Draft[]): { contactId: number; before: string }[] {
  return drafts
    .filter(isCalledOtherwise)
    .map(({ id, before }) => ({ contactId: id, before: before?.searchText ?? '' }));
}

function isCalledOtherwise({ before, contact }: Draft): boolean {
  return SEARCHED.some((member) => before?.[member] !== contact[member]);
}

function differenceBetween(before: ReadonlySet<number>, after: ReadonlySet<number>): MembershipDifference {
  return {
    added: [...after].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => !after.has(id)),
  };
}

/** Moments as text: the driver takes longer to write a Date. */
function stored(value: Contact[keyof Contact]): SqlValue {
  return value instanceof Date ? sqlTimestamp(value) : value;
}

function byAddress({ contact: { email: one } }: Draft, { contact: { email: other } }: Draft): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function push(byKey: Map<number, number[]>, key: number, value: number): void {
  const known = byKey.get(key);
  if (known) known.push(value);
  else byKey.set(key, [value]);
}
