import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { CONTACT_COLUMNS } from '../contact-columns.js';
import { onTheWire, wireName } from '../contact-fields.js';
import type { Contact } from '../contact.entity.js';
import { fingerprintOf } from './fingerprint.js';
import type { Changed, MembershipsChanged, RecordedChanges } from './recorded-changes.js';

/** A contact while rows about it are taken back: as it is stored, and as it will be. */
export interface ContactBeingUndone {
  readonly before: Contact;
  readonly after: Contact;
  readonly labels: Readonly<Record<LabelKind, { readonly before: ReadonlySet<number>; readonly after: Set<number> }>>;
  /** By the id of the field, as they are stored. */
  readonly values: { readonly before: ReadonlyMap<number, string>; readonly after: Map<number, string> };
  /** What is to become of a membership. */
  readonly companies: Map<number, 'attach' | 'detach'>;
  /** Why the address is to be suppressed again. */
  suppression: string | null;
  readonly funnels: Set<number>;
  /** It was created by a row that was taken back. */
  removed: boolean;
}

/** What taking back depends on beside the contact itself. */
export interface UndoFacts {
  /** Those that exist, of those that rows have changed. */
  readonly fields: ReadonlyMap<number, CustomField>;
  /** Whether a field still takes such a value. */
  readonly fits: (field: CustomField, text: string) => boolean;
  /** Those that exist, of those that rows have given or taken away. */
  readonly labels: Readonly<Record<LabelKind, { has(id: number): boolean }>>;
  /** Whose status was changed last by somebody who is no manager and no import. */
  readonly ownStatus: ReadonlySet<number>;
  /** Who has which user id, of those that rows have changed; kept up to date. */
  readonly userIds: Map<number, number>;
  /** What contacts have that was no part of their creation, in words. */
  readonly hangsOn: ReadonlyMap<number, readonly string[]>;
}

type Restored = string | number | null;

const MEMBER_OF = new Map(
  (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).map((member): [string, keyof Contact] => [
    wireName(member),
    member,
  ]),
);

/**
 * Takes back what one row has changed of a contact, where it still is what the row has made it. A value that is again what it
 * was before the row is as good as taken back.
 * @param contact undefined where it is not there any more.
 * @returns what stays because it was edited since, in words; null when all of it was taken back.
 */
export function takeBack(
  contact: ContactBeingUndone | undefined,
  changes: RecordedChanges,
  facts: UndoFacts,
): string | null {
  // What the row knows may have been read before the person was erased, and must not come back.
  if (contact !== undefined && isErasedAddress(contact.before.email)) return 'The contact has been erased since.';
  if (changes.created !== undefined) return takeBackCreation(contact, changes, facts);
  if (contact === undefined || contact.removed) return 'The contact has been deleted since.';
  const edited: string[] = [];
  for (const [name, [before, after]] of Object.entries(changes.fields ?? {})) {
    const member = MEMBER_OF.get(name);
    if (member === undefined) continue;
    const now = (onTheWire(contact.after[member]) ?? null) as Restored;
    if (now === before) continue;
    if (now === after && isFree(contact, member, before, facts)) restore(contact, member, before, facts);
    else edited.push(name);
  }
  edited.push(...takeBackValues(contact, changes.values ?? {}, facts));
  for (const kind of LABEL_KINDS)
    takeBackLabels(contact.labels[kind].after, changes[`${kind}s`], (id) => facts.labels[kind].has(id));
  for (const id of changes.companies?.added ?? []) contact.companies.set(id, 'detach');
  for (const id of changes.companies?.removed ?? []) contact.companies.set(id, 'attach');
  if (changes.suppression !== undefined && !edited.includes('status')) contact.suppression = changes.suppression;
  if (changes.funnel !== undefined) contact.funnels.add(changes.funnel);
  return edited.length === 0 ? null : `Edited since: ${edited.join(', ')}`;
}

function takeBackCreation(
  contact: ContactBeingUndone | undefined,
  changes: RecordedChanges,
  facts: UndoFacts,
): string | null {
  if (contact === undefined || contact.removed) return null;
  const why = [...(facts.hangsOn.get(contact.before.id) ?? [])];
  if (fingerprintThen(contact, changes, facts) !== changes.created) why.unshift('it has been edited since');
  if (changes.funnel !== undefined) contact.funnels.add(changes.funnel);
  if (why.length > 0) return `The contact stays: ${why.join(', ')}.`;
  contact.removed = true;
  if (changes.suppression !== undefined) contact.suppression = changes.suppression;
  return null;
}

/** What it would be if labels that are deleted were still there: deleting a list is no edit of the contacts on it. */
function fingerprintThen(
  { after: contact, labels, values }: ContactBeingUndone,
  { lists, tags }: RecordedChanges,
  facts: UndoFacts,
): string {
  const deleted = (kind: LabelKind, added: readonly number[] = []): number[] =>
    added.filter((id) => !facts.labels[kind].has(id));
  return fingerprintOf({
    contact,
    lists: [...labels.list.after, ...deleted('list', lists?.added)],
    tags: [...labels.tag.after, ...deleted('tag', tags?.added)],
    values: values.after,
  });
}

/** Whether the value may become what it was: nobody may be mailed again who has said no, and no two may have one user id. */
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

function takeBackValues(
  { values: { after: values } }: ContactBeingUndone,
  changed: Readonly<Record<string, Changed<string | null>>>,
  { fields, fits }: UndoFacts,
): string[] {
  return Object.entries(changed).flatMap(([id, [before, after]]) => {
    const field = fields.get(Number(id));
    // A field that is gone has no values to bring back.
    if (!field) return [];
    const now = values.get(field.id) ?? null;
    if (now === before) return [];
    if (now !== after || (before !== null && !fits(field, before))) return [`custom_values.${field.slug}`];
    if (before === null) values.delete(field.id);
    else values.set(field.id, before);
    return [];
  });
}

/** Labels are no conflict: one that is gone anyway, or there again, is as it was before. */
function takeBackLabels(
  labels: Set<number>,
  { added, removed }: MembershipsChanged = { added: [], removed: [] },
  exists: (id: number) => boolean,
): void {
  for (const id of added) labels.delete(id);
  for (const id of removed) if (exists(id)) labels.add(id);
}
