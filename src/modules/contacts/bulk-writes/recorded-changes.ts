import { ascending } from '../../../platform/values/collections.js';
import { hash } from 'node:crypto';
import { LABEL_KINDS } from '../../labels/labels.service.js';
import { apiName, CONTACT_COLUMNS, toApiValue } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import type { Effect } from '../writing/contact-plan.js';

interface WholeContact {
  readonly contact: Contact;
  readonly lists: Iterable<number>;
  readonly tags: Iterable<number>;
  readonly values: ReadonlyMap<number, string>;
}

const LENGTH = 32;
// Internal columns do not show edits.
const LEFT_OUT: readonly string[] = ['id', 'hash', 'searchText', 'createdAt', 'updatedAt'];
const MEMBERS = (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => !LEFT_OUT.includes(member));

/** Returns a hash that shows edits. Empty values are left out, so that a new column does not change it. */
export function fingerprintOf({ contact, lists, tags, values }: WholeContact): string {
  let text = '';
  for (const member of MEMBERS) {
    const value = contact[member];
    if (value !== null) text += `${member}:${JSON.stringify(toApiValue(value))},`;
  }
  text += JSON.stringify([
    [...lists].sort(ascending),
    [...tags].sort(ascending),
    [...values].sort(([one], [other]) => one - other),
  ]);
  return hash('sha256', text).slice(0, LENGTH);
}

/** A value before and after, as stored; timestamps as `YYYY-MM-DD HH:MM:SS`. */
type Changed<Value> = readonly [before: Value, after: Value];

/** The changes of one contact by a bulk write, recorded for undo. */
export interface RecordedChanges {
  /** By API name, including the status. */
  readonly fields?: Readonly<Record<string, Changed<string | number | null>>>;
  /** By custom field id. */
  readonly values?: Readonly<Record<string, Changed<string | null>>>;
  readonly lists?: MembershipsChanged;
  readonly tags?: MembershipsChanged;
  readonly companies?: MembershipsChanged;
  /** The reason of the suppression that was lifted. */
  readonly suppression?: string;
  readonly funnel?: number;
  /** For a created contact: its `fingerprintOf` at creation. Apart from it, only labels are recorded. */
  readonly created?: string;
}

export interface MembershipsChanged {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

type FieldChange = Changed<string | number | null>;

/** Returns the changes of a row, for undo. @param lifted the reason of the suppression that was lifted. */
export function recordedChangesOf(effect: Effect, lifted: string | undefined): RecordedChanges {
  const { old, contact, labelsAfter, valuesAfter } = effect;
  if (old === null)
    return {
      created: fingerprintOf({ contact, lists: labelsAfter.list, tags: labelsAfter.tag, values: valuesAfter }),
      ...memberships(effect),
    };
  const fields: [string, FieldChange][] = Object.entries(effect.fields).map(([member, value]) => [
    apiName(member),
    [toApiValue(old[member as keyof Contact]), toApiValue(value)] as FieldChange,
  ]);
  if (effect.statusMoved) fields.push(['status', [old.status, contact.status]]);
  const liftedHere = effect.statusMoved && contact.status === 'subscribed' ? lifted : undefined;
  return {
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    ...(effect.values.length === 0
      ? {}
      : { values: Object.fromEntries(effect.values.map(({ field, before, text }) => [field.id, [before, text]])) }),
    ...memberships(effect),
    ...(liftedHere === undefined ? {} : { suppression: liftedHere }),
  };
}

function memberships({ labels }: Effect): { lists?: MembershipsChanged; tags?: MembershipsChanged } {
  const changed: { lists?: MembershipsChanged; tags?: MembershipsChanged } = {};
  for (const kind of LABEL_KINDS)
    if (labels[kind].added.length + labels[kind].removed.length > 0) changed[`${kind}s`] = labels[kind];
  return changed;
}
