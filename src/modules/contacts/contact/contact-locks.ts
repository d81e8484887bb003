import type { Tx } from '../../../platform/database/database.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { WHOLE_CONTACT } from './contact-columns.js';
import type { Contact } from './contact.entity.js';

/** MariaDB converts an IN list of 1,000 values to a table and then locks in its order instead of the order of ids. */
const LOCKED_AT_ONCE = 500;

/** Takes the lock that every writer of this contact takes first. */
export async function lockContact(
  tx: Tx,
  where: { readonly id: number } | { readonly email: string },
): Promise<Contact | null> {
  const [row] = await tx.query<Contact>(
    `SELECT ${WHOLE_CONTACT} FROM contacts c WHERE ${'id' in where ? 'c.id = :id' : 'c.email = :email'} FOR UPDATE`,
    { ...where },
  );
  return row ?? null;
}

/**
 * Takes the locks that every writer of these contacts takes first, in the order of ids.
 * @param columns the columns of `c` to read.
 * @returns the existing contacts in that order.
 */
export async function lockContacts<Row = Contact>(
  tx: Tx,
  contactIds: Iterable<number>,
  columns = WHOLE_CONTACT,
): Promise<Row[]> {
  const ascending = [...new Set(contactIds)].sort((a, b) => a - b);
  const found: Row[] = [];
  for (let start = 0; start < ascending.length; start += LOCKED_AT_ONCE)
    found.push(
      ...(await tx.query<Row>(
        `SELECT ${columns} FROM contacts c WHERE c.id IN (:contactIds) ORDER BY c.id FOR UPDATE`,
        { contactIds: ascending.slice(start, start + LOCKED_AT_ONCE) },
      )),
    );
  return found;
}

/** How often a write that loses races is tried. */
export const MAX_CONTACT_RACES = 5;

/** PRIMARY: of memberships, because contacts get generated ids. */
const RACED_INDEXES: readonly string[] = ['ux_contacts_email', 'ux_contacts_user_id', 'PRIMARY'];

/**
 * The loser of a race should retry. Two transactions can take an address or a user id at the same time, and a label can be deleted after a
 * write has read it and before the write reads the memberships, which then seem to be missing.
 */
export const isContactRace = (error: unknown): boolean => RACED_INDEXES.includes(violatedUniqueIndex(error) ?? '');
