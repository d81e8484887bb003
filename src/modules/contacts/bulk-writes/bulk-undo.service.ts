import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { changedValue, CustomValuesService, fitsField } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { CompanyMemberships } from '../companies/company-memberships.service.js';
import { ConsentLog } from '../consent/consent-log.js';
import { CONTACT_COLUMNS, WHOLE_CONTACT } from '../contact-columns.js';
import { type ChangeCause, changeEvents } from '../contact-change.js';
import { type ContactFields, differences, snapshotOf } from '../contact-fields.js';
import { lockContacts } from '../contact-locks.js';
import { ContactTally } from '../contact-tally.js';
import type { Contact } from '../contact.entity.js';
import { isContactRace } from '../contacts.service.js';
import { labelEvents } from '../memberships/label-events.js';
import { differenceOf, type MembershipDifference } from '../memberships/membership-change.js';
import { type Labels, MembershipsService } from '../memberships/memberships.service.js';
import { pastDeletions } from '../memberships/past-deletions.js';
import { SearchIndex } from '../search/search-index.service.js';
import { searchTextOf } from '../search/search-text.js';
import { SuppressionsService } from '../suppression/suppressions.service.js';
import { storeColumns } from './bulk-undo-columns.js';
import { BulkUndoFacts } from './bulk-undo-facts.js';
import { type ContactBeingUndone, takeBack, type UndoFacts } from './bulk-undo-plan.js';
import { ContactRemover } from './contact-remover.service.js';
import type { RecordedChanges } from './recorded-changes.js';

/** A row of a job, with what it has changed; null where that was nothing, or is not known any more. */
export interface UndoRow {
  readonly rowNo: number;
  readonly contactId: number | null;
  readonly changes: RecordedChanges | null;
}

/** What became of a row that had changed something. */
export interface UndoneRow {
  readonly rowNo: number;
  /** What was edited since and stays as it is, in words for people; null when all of it was taken back. */
  readonly conflict: string | null;
}

export interface UndoOptions {
  readonly jobId: number;
  readonly cause: ChangeCause;
  readonly silent: boolean;
}

type ChangedRow = UndoRow & { readonly contactId: number; readonly changes: RecordedChanges };

/** What is different of a contact in the end, however many rows were about it. */
interface NetChange {
  readonly contact: ContactBeingUndone;
  /** The status included. */
  readonly fields: ContactFields;
  readonly values: readonly (readonly [fieldId: number, text: string | null])[];
  readonly labels: Readonly<Record<LabelKind, MembershipDifference>>;
}

const NO_LABELS: Labels = { list: [], tag: [] };
/** What two contacts may want at once is let go of first. */
const OWNED_ONCE: keyof Contact = 'userId';

/**
 * Takes back what rows of a job have changed, in as many statements for hundreds of them as for one. Rows of one contact are
 * gone through in memory, and only what is different in the end is written and told.
 */
@Injectable()
export class BulkUndo {
  constructor(
    private readonly facts: BulkUndoFacts,
    private readonly remover: ContactRemover,
    private readonly labels: LabelsService,
    private readonly memberships: MembershipsService,
    private readonly companies: CompanyMemberships,
    private readonly values: CustomValuesService,
    private readonly consents: ConsentLog,
    private readonly suppressions: SuppressionsService,
    private readonly search: SearchIndex,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * As one of the last deeds of the caller's transaction, because counters end up locked.
   * @param rows the last one first.
   * @returns one for each row that had changed something.
   * @throws what `isRace` tells, when somebody has just got the user id that is to be given back.
   */
  async undo(tx: Tx, rows: readonly UndoRow[], options: UndoOptions): Promise<UndoneRow[]> {
    const changed = rows.filter((row): row is ChangedRow => row.changes !== null && row.contactId !== null);
    if (changed.length === 0) return [];
    const locked = await lockContacts<Contact>(
      tx,
      changed.map(({ contactId }) => contactId),
      WHOLE_CONTACT,
    );
    return pastDeletions(tx, () => this.takeBackAll(tx, locked, changed, options));
  }

  isRace(error: unknown): boolean {
    return isContactRace(error);
  }

  private async takeBackAll(
    tx: Tx,
    locked: readonly Contact[],
    rows: readonly ChangedRow[],
    options: UndoOptions,
  ): Promise<UndoneRow[]> {
    const labelsOf = await this.memberships.of(
      locked.map(({ id }) => id),
      tx,
    );
    const contacts = await this.contactsOf(tx, locked, labelsOf, rows);
    const named = await this.labelsNamedBy(tx, rows);
    const facts = await this.factsFor(tx, contacts, rows, named);
    const undone = rows.map(({ rowNo, contactId, changes }) => ({
      rowNo,
      conflict: takeBack(contacts.get(contactId), changes, facts),
    }));
    for (const labels of labelsOf.values())
      for (const kind of LABEL_KINDS) for (const label of labels[kind]) named[kind].set(label.id, label);
    await this.write(tx, [...contacts.values()], named, facts, options);
    return undone;
  }

  private async write(
    tx: Tx,
    contacts: readonly ContactBeingUndone[],
    named: LabelsByKind,
    facts: UndoFacts,
    options: UndoOptions,
  ): Promise<void> {
    const tally = new ContactTally();
    const staying = contacts.filter(({ removed }) => !removed).map(netChangeOf);
    await this.writeColumns(tx, staying);
    await this.writeLabels(tx, staying);
    await this.writeValues(tx, staying);
    await this.logConsents(tx, staying, options.cause);
    await this.outbox.appendAll(tx, [
      ...staying.flatMap((change) => eventsOf(change, named, facts, options)),
      ...leavingFunnels(contacts, options),
    ]);
    for (const change of staying) tallyOf(tally, change);
    const removal = await this.remover.takeOut(
      tx,
      contacts.filter(({ removed }) => removed).map(({ before }) => before),
      options.cause,
      { silent: options.silent, leaveSuppression: false },
    );
    await this.suppressions.suppressAll(
      tx,
      contacts.flatMap(({ before: { email }, suppression: reason }) => (reason === null ? [] : [{ email, reason }])),
    );
    tally.add(removal.tally);
    await this.remover.count(tx, { tally, companies: removal.companies });
    await this.writeCompanies(tx, staying);
  }

  private async contactsOf(
    tx: Tx,
    locked: readonly Contact[],
    labelsOf: ReadonlyMap<number, Labels>,
    rows: readonly ChangedRow[],
  ): Promise<Map<number, ContactBeingUndone>> {
    const values = await this.values.stored(
      tx,
      locked.map(({ id }) => id),
      rows.some(({ changes }) => changes.created !== undefined) ? null : fieldIdsOf(rows),
    );
    const byId = new Map(locked.map((contact) => [contact.id, contact]));
    const found = new Map<number, ContactBeingUndone>();
    // In the order of the rows, because a user id is given back in that order too.
    for (const { contactId } of rows) {
      const before = byId.get(contactId);
      if (!before || found.has(contactId)) continue;
      const labels = labelsOf.get(contactId) ?? NO_LABELS;
      const stored = values.get(contactId) ?? new Map<number, string>();
      const sets = (kind: LabelKind): { before: ReadonlySet<number>; after: Set<number> } => {
        const ids = labels[kind].map(({ id }) => id);
        return { before: new Set(ids), after: new Set(ids) };
      };
      found.set(contactId, {
        before,
        after: Object.assign({}, before),
        labels: { list: sets('list'), tag: sets('tag') },
        values: { before: stored, after: new Map(stored) },
        companies: new Map(),
        suppression: null,
        funnels: new Set(),
        removed: false,
      });
    }
    return found;
  }

  private async labelsNamedBy(tx: Tx, rows: readonly ChangedRow[]): Promise<LabelsByKind> {
    const ids = (kind: LabelKind): number[] => [
      ...new Set(
        rows.flatMap(({ changes }) => {
          const { added = [], removed = [] } = changes[`${kind}s`] ?? {};
          return [...added, ...removed];
        }),
      ),
    ];
    return this.labels.knownOf(tx, { list: ids('list'), tag: ids('tag') });
  }

  private async factsFor(
    tx: Tx,
    contacts: ReadonlyMap<number, ContactBeingUndone>,
    rows: readonly ChangedRow[],
    named: LabelsByKind,
  ): Promise<UndoFacts> {
    const fields = await this.values.definitionsOf(tx, fieldIdsOf(rows));
    const userIds = rows.flatMap(({ changes }) => changes.fields?.['user_id'] ?? []).filter((id) => id !== null);
    const those = (which: (changes: RecordedChanges) => boolean): number[] => [
      ...new Set(rows.filter(({ changes }) => which(changes)).map(({ contactId }) => contactId)),
    ];
    return {
      fields,
      fits: fitsField,
      labels: { list: new Set(named.list.keys()), tag: new Set(named.tag.keys()) },
      userIds: await this.facts.holdersOf(tx, [...new Set(userIds.map(Number))]),
      ownStatus: await this.facts.changedByOthers(
        tx,
        those((changes) => changes.fields?.['status'] !== undefined).filter((id) => contacts.has(id)),
      ),
      hangsOn: await this.facts.hangsOn(
        tx,
        those((changes) => changes.created !== undefined).filter((id) => contacts.has(id)),
      ),
    };
  }

  private async writeColumns(tx: Tx, staying: readonly NetChange[]): Promise<void> {
    const now = toTheSecond(this.clock.now());
    const members = new Set<keyof Contact>();
    const changed: Contact[] = [];
    const letGo: number[] = [];
    const texts: { contactId: number; before: string }[] = [];
    for (const { contact, fields, values } of staying) {
      const { before, after } = contact;
      const different = Object.keys(fields) as (keyof Contact)[];
      if (different.length === 0 && values.length === 0) continue;
      for (const member of different) members.add(member);
      if (different.includes(OWNED_ONCE) && before[OWNED_ONCE] !== null) letGo.push(before.id);
      Object.assign(after, { searchText: searchTextOf(after), updatedAt: now });
      changed.push(after);
      if (after.searchText !== before.searchText) texts.push({ contactId: before.id, before: before.searchText });
    }
    if (letGo.length > 0)
      await tx.execute(`UPDATE contacts SET ${CONTACT_COLUMNS[OWNED_ONCE]} = NULL WHERE id IN (:letGo)`, { letGo });
    await storeColumns(tx, changed, [...members, ...(texts.length > 0 ? ['searchText' as const] : []), 'updatedAt']);
    await this.search.writeLater(tx, texts);
  }

  private async writeLabels(tx: Tx, staying: readonly NetChange[]): Promise<void> {
    for (const kind of LABEL_KINDS) {
      const added: [number, number][] = [];
      const removed = new Map<number, number[]>();
      for (const { contact, labels } of staying) {
        for (const labelId of labels[kind].added) added.push([contact.before.id, labelId]);
        for (const labelId of labels[kind].removed) gather(removed, labelId, contact.before.id);
      }
      await this.memberships.writePairs(tx, kind, added, removed);
    }
  }

  private async writeValues(tx: Tx, staying: readonly NetChange[]): Promise<void> {
    const kept: [number, number, string][] = [];
    const cleared = new Map<number, number[]>();
    for (const { contact, values } of staying)
      for (const [fieldId, text] of values) {
        if (text !== null) kept.push([contact.before.id, fieldId, text]);
        else gather(cleared, fieldId, contact.before.id);
      }
    await this.values.store(tx, kept);
    await this.values.clear(tx, cleared);
  }

  private async writeCompanies(tx: Tx, staying: readonly NetChange[]): Promise<void> {
    for (const way of ['detach', 'attach'] as const) {
      const groups = new Map<string, { companyIds: number[]; contactIds: number[] }>();
      for (const { contact } of staying) {
        const companyIds = [...contact.companies].filter(([, wish]) => wish === way).map(([id]) => id);
        if (companyIds.length === 0) continue;
        const group = groups.get(companyIds.join()) ?? { companyIds, contactIds: [] };
        group.contactIds.push(contact.before.id);
        groups.set(companyIds.join(), group);
      }
      for (const group of groups.values()) await this.companies.changeIn(tx, group, way);
    }
  }

  private async logConsents(tx: Tx, staying: readonly NetChange[], cause: ChangeCause): Promise<void> {
    const { source, reason = null } = cause;
    await this.consents.record(
      tx,
      staying
        .filter(({ contact: { before, after } }) => before.status !== after.status)
        .map(({ contact: { before, after } }) => ({
          contactId: before.id,
          from: before.status,
          to: after.status,
          source,
          reason,
          evidence: {},
        })),
    );
  }
}

type LabelsByKind = Awaited<ReturnType<LabelsService['knownOf']>>;

const fieldIdsOf = (rows: readonly ChangedRow[]): number[] => [
  ...new Set(rows.flatMap(({ changes }) => Object.keys(changes.values ?? {}).map(Number))),
];

function netChangeOf(contact: ContactBeingUndone): NetChange {
  const difference = (kind: LabelKind): MembershipDifference =>
    differenceOf(contact.labels[kind].before, { replace: [...contact.labels[kind].after] });
  const { before, after } = contact.values;
  return {
    contact,
    fields: differences(contact.before, contact.after),
    values: [...new Set([...before.keys(), ...after.keys()])]
      .filter((id) => before.get(id) !== after.get(id))
      .map((id) => [id, after.get(id) ?? null]),
    labels: { list: difference('list'), tag: difference('tag') },
  };
}

function eventsOf(
  { contact: { before, after, values: stored }, fields, values, labels }: NetChange,
  named: LabelsByKind,
  { fields: definitions }: UndoFacts,
  { cause, silent }: UndoOptions,
): NewEvent[] {
  const { status, ...others } = fields;
  const changes = {
    fields: others,
    statusMoved: status !== undefined,
    values: values.flatMap(([id, text]) => {
      const field = definitions.get(id);
      return field ? [changedValue(field, stored.before.get(id) ?? null, text)] : [];
    }),
  };
  return [
    ...changeEvents(before, after, changes, cause),
    ...LABEL_KINDS.flatMap((kind) => labelEvents(kind, snapshotOf(after), labels[kind], named[kind])),
  ].map((event) => (silent ? { ...event, silent } : event));
}

/** Not silent even where the job was: whoever listens undoes what the job has set off. */
function leavingFunnels(contacts: readonly ContactBeingUndone[], { jobId }: UndoOptions): NewEvent[] {
  const byFunnel = new Map<number, number[]>();
  for (const { before, funnels } of contacts) for (const id of funnels) gather(byFunnel, id, before.id);
  return [...byFunnel].map(([funnel_id, contact_ids]) => ({
    type: 'funnel.removal_requested',
    subjectId: funnel_id,
    data: { funnel_id, contact_ids, bulk_action_id: jobId },
  }));
}

function gather(groups: Map<number, number[]>, key: number, item: number): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

function tallyOf(tally: ContactTally, { contact: { before, after, labels: sets }, labels }: NetChange): void {
  tally.moved(before.id, before.status, after.status);
  const subscribed = { before: before.status === 'subscribed', after: after.status === 'subscribed' };
  for (const kind of LABEL_KINDS) tally.relabelled(kind, sets[kind].before, labels[kind], subscribed);
}
