import { hash } from 'node:crypto';
import { CONTACT_COLUMNS } from '../contact/contact-columns.js';
import { toApiValue } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';

/** A contact with everything that a bulk write can set. */
interface WholeContact {
  readonly contact: Contact;
  readonly lists: Iterable<number>;
  readonly tags: Iterable<number>;
  /** Stored values by custom field id. */
  readonly values: ReadonlyMap<number, string>;
}

const LENGTH = 32;
// Internal columns do not show edits.
const LEFT_OUT: readonly string[] = ['id', 'hash', 'searchText', 'createdAt', 'updatedAt'];
const MEMBERS = (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => !LEFT_OUT.includes(member));

/**
 * Returns a hash that shows whether a contact is unchanged since it was written, without a copy of it. Empty values are left
 * out, so that a new column does not change the hash.
 */
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

const ascending = (a: number, b: number): number => a - b;
