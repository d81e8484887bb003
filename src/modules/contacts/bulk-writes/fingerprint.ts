import { hash } from 'node:crypto';
import { CONTACT_COLUMNS } from '../contact-columns.js';
import { onTheWire } from '../contact-fields.js';
import type { Contact } from '../contact.entity.js';

/** A contact with everything that a bulk write can give it. */
export interface WholeContact {
  readonly contact: Contact;
  readonly lists: Iterable<number>;
  readonly tags: Iterable<number>;
  /** Stored texts by the id of the custom field. */
  readonly values: ReadonlyMap<number, string>;
}

const LENGTH = 32;
/** Not what is ours: it says nothing about whether somebody has edited the contact. */
const LEFT_OUT: readonly string[] = ['id', 'hash', 'searchText', 'createdAt', 'updatedAt'];
const MEMBERS = (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => !LEFT_OUT.includes(member));

/**
 * Tells whether a contact is still what it was made, without keeping a copy of it: the same for what is written and for what
 * is read of it later. What is empty is left out, so that a column that is added one day changes nothing.
 */
export function fingerprintOf({ contact, lists, tags, values }: WholeContact): string {
  let text = '';
  for (const member of MEMBERS) {
    const value = contact[member];
    if (value !== null) text += `${member}:${JSON.stringify(onTheWire(value))},`;
  }
  text += JSON.stringify([
    [...lists].sort(ascending),
    [...tags].sort(ascending),
    [...values].sort(([one], [other]) => one - other),
  ]);
  return hash('sha256', text).slice(0, LENGTH);
}

const ascending = (a: number, b: number): number => a - b;
