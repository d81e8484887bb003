import { ascending, gather, inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import { CONTACT_COLUMNS, rowOf } from '../contact/contact-fields.js';
import { contactIdsBy } from '../contact/contact-identity.js';
import type { CounterDeltas } from '../counts/counter-deltas.js';
import type { Contact } from '../contact/contact.entity.js';
import { differenceOf } from '../memberships/membership-change.js';
import { MEMBERSHIP, MembershipsService } from '../memberships/memberships.service.js';
import { SearchIndex, type TextChange } from '../search/search-index.service.js';
import { searchTextOf } from '../search/search-text.js';
import type { Draft } from './contact-plan.js';

const AT_ONCE = 500;
/** Columns that every insert must set. */
const REQUIRED: readonly (keyof Contact)[] = ['email', 'status', 'hash', 'createdAt', 'updatedAt'];
const WRITABLE = (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => member !== 'id');
const SEARCHED: readonly (keyof Contact)[] = ['email', 'firstName', 'lastName'];

/** Writes planned contacts: columns, labels, values, search words; in a constant number of statements per 500 contacts. */
@Injectable()
export class ContactRows {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly search: SearchIndex,
  ) {}

  /** Writes columns, and sets the ids of new contacts. @returns the writes that are left. */
  async writeContacts(tx: Tx, drafts: readonly Draft[]): Promise<(() => Promise<void>)[]> {
    const named = drafts.filter(isNamedDifferently);
    for (const { contact } of named) contact.searchText = searchTextOf(contact);
    const known = drafts.filter(({ before, contact }) => before !== null && contact !== before);
    if (drafts.length > 1) await this.updateAll(tx, known);
    // In the order of addresses, to prevent deadlocks between writers of the same new addresses.
    const created = drafts.filter(({ before }) => before === null).sort(byAddress);
    const [, writeWords] = await Promise.all([
      this.insertAll(tx, created),
      this.search.prepare(tx, named.map(textChange)),
    ]);
    return [...(drafts.length === 1 ? [() => this.updateAll(tx, known)] : []), () => writeWords(named.map(textChange))];
  }

  /** Gives the audit log the state of a single contact after the writes, so that it need not read it. */
  nameStates(tx: Tx, { id, before, contact, labels }: Draft): void {
    if (contact !== before) tx.known('contacts', id, { after: { ...rowOf(contact), id } });
    for (const kind of LABEL_KINDS) tx.known(MEMBERSHIP[kind].table, id, { after: [...labels[kind]].sort(ascending) });
  }

  /** @param deltas collects label counter changes. */
  async writeLabels(tx: Tx, kind: LabelKind, drafts: readonly Draft[], deltas: CounterDeltas): Promise<void> {
    const added: [number, number][] = [];
    const removed = new Map<number, number[]>();
    for (const { id, before, contact, labelsBefore, labels } of drafts) {
      const subscribed = { before: before?.status === 'subscribed', after: contact.status === 'subscribed' };
      const [old, now] = [labelsBefore[kind], labels[kind]];
      if (old === now && (subscribed.before === subscribed.after || old.size === 0)) continue;
      const difference = differenceOf(old, { replace: now });
      for (const labelId of difference.added) added.push([id, labelId]);
      for (const labelId of difference.removed) gather(removed, labelId, id);
      deltas.relabelled(id, kind, old, difference, subscribed);
    }
    const [single] = drafts.length === 1 ? drafts : [];
    if (single) tx.known(MEMBERSHIP[kind].table, single.id, { before: [...single.labelsBefore[kind]].sort(ascending) });
    await this.memberships.write(tx, kind, added, removed);
    if (kind === 'list') await this.writeLeft(tx, drafts);
  }

  private async writeLeft(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const changed: [number, number, string][] = [];
    const removed = new Map<number, number[]>();
    for (const { id, leftBefore, left } of drafts) {
      for (const [listId, state] of left) if (leftBefore.get(listId) !== state) changed.push([id, listId, state]);
      for (const listId of leftBefore.keys()) if (!left.has(listId)) gather(removed, listId, id);
    }
    await this.memberships.writeLeft(tx, changed, removed);
  }

  async writeValues(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const kept: [number, number, string][] = [];
    const cleared = new Map<number, number[]>();
    for (const { id, valuesBefore, values } of drafts) {
      if (values === valuesBefore) continue;
      for (const [fieldId, text] of values) if (valuesBefore.get(fieldId) !== text) kept.push([id, fieldId, text]);
      for (const fieldId of valuesBefore.keys()) if (!values.has(fieldId)) gather(cleared, fieldId, id);
    }
    await this.values.store(tx, kept);
    await this.values.clear(tx, cleared);
  }

  private async updateAll(tx: Tx, known: readonly Draft[]): Promise<void> {
    await this.freeUserIds(tx, known);
    for (const part of inParts(known, AT_ONCE)) await this.update(tx, part);
  }

  /** Clears user ids first if two contacts swap them, because the unique index checks row by row. */
  private async freeUserIds(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const moved = drafts.filter(({ before, contact }) => before !== null && before.userId !== contact.userId);
    const wanted = new Set(moved.map(({ contact }) => contact.userId));
    const freed = moved.filter(({ before }) => before?.userId != null && wanted.has(before.userId));
    const ids = freed.map(({ id }) => id);
    if (ids.length > 0) await tx.execute('UPDATE contacts SET user_id = NULL WHERE id IN (:ids)', { ids }, { ids });
  }

  private async insertAll(tx: Tx, created: readonly Draft[]): Promise<void> {
    for (const part of inParts(created, AT_ONCE)) await this.insert(tx, part);
  }

  private async insert(tx: Tx, part: readonly Draft[]): Promise<void> {
    const members = WRITABLE.filter(
      (member) => REQUIRED.includes(member) || part.some(({ contact }) => contact[member] !== null),
    );
    const { insertId } = await tx.execute(
      `INSERT INTO contacts (${columnsOf(members)}) VALUES :rows`,
      { rows: part.map(({ contact }) => members.map((member) => stored(contact[member]))) },
      { ids: 'new' },
    );
    // Auto-increment ids of several rows are not necessarily consecutive.
    const emails = part.map(({ contact }) => contact.email);
    const ids = part.length === 1 ? null : await contactIdsBy(tx, 'email', emails);
    for (const draft of part) draft.id = ids === null ? insertId : (ids.get(draft.contact.email) ?? 0);
    if (ids !== null) tx.inserted('contacts', [...ids.values()]);
  }

  /** Updates many rows by INSERT ... ON DUPLICATE KEY: a CASE with 500 branches would be evaluated for each row. */
  private async update(tx: Tx, part: readonly Draft[]): Promise<void> {
    const changed = WRITABLE.filter((member) =>
      part.some(({ before, contact }) => stored(before?.[member] ?? null) !== stored(contact[member])),
    );
    // Only custom values changed, within the same second as the last update.
    if (changed.length === 0) return;
    const [{ contact, id, before }] = part as readonly [Draft];
    if (part.length === 1) {
      if (before !== null) tx.known('contacts', id, { before: rowOf(before) });
      await tx.execute(
        `UPDATE contacts SET ${changed.map((member) => `${CONTACT_COLUMNS[member]} = :${member}`).join(', ')} WHERE id = :id`,
        { ...Object.fromEntries(changed.map((member) => [member, stored(contact[member])])), id },
        { ids: id, isCertain: true },
      );
      return;
    }
    const members: (keyof Contact)[] = ['id', ...REQUIRED, ...changed.filter((member) => !REQUIRED.includes(member))];
    await tx.execute(
      `INSERT INTO contacts (${columnsOf(members)}) VALUES :rows ON DUPLICATE KEY UPDATE ${changed
        .map((member) => `${CONTACT_COLUMNS[member]} = VALUES(${CONTACT_COLUMNS[member]})`)
        .join(', ')}`,
      { rows: part.map((draft) => members.map((member) => stored(draft.contact[member]))) },
      { ids: part.map((draft) => draft.id) },
    );
  }
}

const columnsOf = (members: readonly (keyof Contact)[]): string =>
  members.map((member) => CONTACT_COLUMNS[member]).join(', ');

function isNamedDifferently({ before, contact }: Draft): boolean {
  return SEARCHED.some((member) => before?.[member] !== contact[member]);
}

const textChange = ({ id, before, contact }: Draft): TextChange => ({
  contactId: id,
  before: before?.searchText ?? '',
  after: contact.searchText,
});

/** Converts timestamps to text, which the driver writes faster than a Date. */
function stored(value: Contact[keyof Contact]): SqlValue {
  return value instanceof Date ? sqlTimestamp(value) : value;
}

function byAddress({ contact: { email: one } }: Draft, { contact: { email: other } }: Draft): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
