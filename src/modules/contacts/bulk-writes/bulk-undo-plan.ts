import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { apiName, CONTACT_COLUMNS, toApiValue } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import { fingerprintOf, type MembershipsChanged, type RecordedChanges } from './recorded-changes.js';

/** A contact during an undo: as stored, and as it will be. */
export interface ContactBeingUndone {
  readonly before: Contact;
  readonly after: Contact;
  readonly labels: Readonly<Record<LabelKind, Set<number>>>;
  /** Stored custom values after the undo, by field id. */
  readonly values: Map<number, string>;
  readonly companies: Map<number, 'attach' | 'detach'>;
  /** The reason with which the address is suppressed again. */
  suppression: string | null;
  readonly funnels: Set<number>;
  /** Whether the row that created it was undone. */
  removed: boolean;
}

/** Data beyond the contact that an undo depends on. */
export interface UndoFacts {
  /** The existing fields that rows changed. */
  readonly fields: ReadonlyMap<number, CustomField>;
  readonly fits: (field: CustomField, text: string) => boolean;
  /** The existing labels that rows added or removed. */
  readonly labels: Readonly<Record<LabelKind, { has(id: number): boolean }>>;
  /** Contacts whose last status change came neither from a manager nor from an import. */
  readonly ownStatus: ReadonlySet<number>;
  /** Owners of the user ids that rows changed; updated during the undo. */
  readonly userIds: Map<number, number>;
  /** Descriptions of data that contacts got after their creation. */
  readonly laterData: ReadonlyMap<number, readonly string[]>;
}

type Restored = string | number | null;

const MEMBER_OF = new Map(
  (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).map((member): [string, keyof Contact] => [
    apiName(member),
    member,
  ]),
);

/**
 * Undoes the changes of one row, for values that were not edited since. A value that is already the previous one counts as undone.
 * @param contact undefined if it no longer exists.
 * @returns the conflicts in words; null if everything was undone.
 */
export function revertRow(
  contact: ContactBeingUndone | undefined,
  changes: RecordedChanges,
  facts: UndoFacts,
): string | null {
  // The recorded values may predate the erasure and must not come back.
  if (contact !== undefined && isErasedAddress(contact.before.email)) return 'The contact has been erased since.';
  if (changes.created !== undefined) return revertCreation(contact, changes, facts);
  if (contact === undefined || contact.removed) return 'The contact has been deleted since.';
  const edited = [...revertFields(contact, changes, facts), ...revertValues(contact, changes, facts)];
  revertMemberships(contact, changes, facts);
  if (changes.suppression !== undefined && !edited.includes('status')) contact.suppression = changes.suppression;
  if (changes.funnel !== undefined) contact.funnels.add(changes.funnel);
  return edited.length === 0 ? null : `Edited since: ${edited.join(', ')}`;
}

function revertCreation(
  contact: ContactBeingUndone | undefined,
  changes: RecordedChanges,
  facts: UndoFacts,
): string | null {
  if (contact === undefined || contact.removed) return null;
  const why = [...(facts.laterData.get(contact.before.id) ?? [])];
  if (fingerprintThen(contact, changes, facts) !== changes.created) why.unshift('it has been edited since');
  if (changes.funnel !== undefined) contact.funnels.add(changes.funnel);
  if (why.length > 0) return `The contact stays: ${why.join(', ')}.`;
  contact.removed = true;
  restore(contact, 'userId', null, facts);
  if (changes.suppression !== undefined) contact.suppression = changes.suppression;
  return null;
}

/** Computes the fingerprint with deleted labels included: deleting a list is no edit of its contacts. */
function fingerprintThen(
  { after: contact, labels, values }: ContactBeingUndone,
  { lists, tags }: RecordedChanges,
  facts: UndoFacts,
): string {
  const deleted = (kind: LabelKind, added: readonly number[] = []): number[] =>
    added.filter((id) => !facts.labels[kind].has(id));
  return fingerprintOf({
    contact,
    lists: [...labels.list, ...deleted('list', lists?.added)],
    tags: [...labels.tag, ...deleted('tag', tags?.added)],
    values,
  });
}

/** Returns whether the old value may be restored: not over an opt-out, and no user id twice. */
function isFree({ before }: ContactBeingUndone, member: keyof Contact, value: Restored, facts: UndoFacts): boolean {
  if (member === 'status') return !facts.ownStatus.has(before.id);
  if (member !== 'userId' || value === null) return true;
  const holder = facts.userIds.get(value as number);
  return holder === undefined || holder === before.id;
}

function restore({ after }: ContactBeingUndone, member: keyof Contact, value: Restored, { userIds }: UndoFacts): void {
  if (member === 'userId') {
    if (after.userId !== null && userIds.get(after.userId) === after.id) userIds.delete(after.userId);
    if (value !== null) userIds.set(value as number, after.id);
  }
  const stored = member === 'pausedUntil' && typeof value === 'string' ? parseTimestamp(value) : value;
  Object.assign(after, { [member]: stored });
}

function revertFields(contact: ContactBeingUndone, { fields = {} }: RecordedChanges, facts: UndoFacts): string[] {
  return Object.entries(fields).flatMap(([name, [before, after]]) => {
    const member = MEMBER_OF.get(name);
    if (member === undefined) return [];
    const now = (toApiValue(contact.after[member]) ?? null) as Restored;
    if (now === before) return [];
    if (now !== after || !isFree(contact, member, before, facts)) return [name];
    restore(contact, member, before, facts);
    return [];
  });
}

function revertValues(contact: ContactBeingUndone, { values = {} }: RecordedChanges, facts: UndoFacts): string[] {
  return Object.entries(values).flatMap(([id, [before, after]]) => {
    const field = facts.fields.get(Number(id));
    // A field that is gone has no values to bring back.
    if (!field) return [];
    const now = contact.values.get(field.id) ?? null;
    if (now === before) return [];
    if (now !== after || (before !== null && !facts.fits(field, before))) return [`custom_values.${field.slug}`];
    if (before === null) contact.values.delete(field.id);
    else contact.values.set(field.id, before);
    return [];
  });
}

const UNCHANGED: MembershipsChanged = { added: [], removed: [] };

/** Memberships are no conflict: one that is gone anyway, or there again, is as it was before. */
function revertMemberships(contact: ContactBeingUndone, changes: RecordedChanges, facts: UndoFacts): void {
  const { labels, companies } = contact;
  for (const kind of LABEL_KINDS) {
    const { added, removed } = changes[`${kind}s`] ?? UNCHANGED;
    for (const id of added) labels[kind].delete(id);
    for (const id of removed) if (facts.labels[kind].has(id)) labels[kind].add(id);
  }
  const { added, removed } = changes.companies ?? UNCHANGED;
  for (const id of added) companies.set(id, 'detach');
  for (const id of removed) companies.set(id, 'attach');
}
