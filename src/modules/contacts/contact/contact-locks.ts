import { ascending, inParts } from '../../../platform/values/collections.js';
import type { Tx, Reader } from '../../../platform/database/database.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import { snapshotOf, WHOLE_CONTACT } from './contact-fields.js';
import type { Contact } from './contact.entity.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { StaleLabels } from '../../labels/labels.service.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';

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

/** Takes the locks that every writer takes first, by id. @param columns of `c`. @returns the existing contacts. */
export async function lockContacts<Row = Contact>(
  tx: Tx,
  contactIds: Iterable<number>,
  columns = WHOLE_CONTACT,
): Promise<Row[]> {
  return readContacts<Row>(tx, contactIds, columns, 'FOR UPDATE');
}

/** The same without locks. */
export async function readContacts<Row = Contact>(
  reader: Reader,
  contactIds: Iterable<number>,
  columns = WHOLE_CONTACT,
  lock: '' | 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED' = '',
): Promise<Row[]> {
  const sql = `SELECT ${columns} FROM contacts c WHERE c.id IN (:part) ORDER BY c.id ${lock}`;
  const found: Row[] = [];
  for (const part of inParts([...new Set(contactIds)].sort(ascending), LOCKED_AT_ONCE))
    found.push(...(await reader.query<Row>(sql, { part })));
  return found;
}

/** Contact ids, `after` exclusive, `upTo` inclusive. */
export interface ContactRange {
  readonly after: number;
  readonly upTo: number;
}

/** Returns the next chunk of up to `most` contacts; `isLast` if none follow. */
export async function nextContacts(
  reader: Reader,
  after: number,
  most: number,
): Promise<{ range: ContactRange; isLast: boolean }> {
  const [row] = await reader.query<{ upTo: number | null; contacts: number }>(
    `SELECT MAX(id) AS upTo, COUNT(*) AS contacts
       FROM (SELECT id FROM contacts WHERE id > :after ORDER BY id LIMIT ${most}) chunk`,
    { after },
  );
  return { range: { after, upTo: row?.upTo ?? after }, isLast: (row?.contacts ?? 0) < most };
}

export const MAX_CONTACT_RACES = 5;

/** PRIMARY: of memberships, because contacts get generated ids. */
const RACED_INDEXES: readonly string[] = ['ux_contacts_email', 'ux_contacts_user_id', 'PRIMARY'];

/**
 * The loser of a race should retry. Two transactions can take an address or a user id at the same time, and a label can be deleted after a
 * write has read it and before the write reads the memberships, which then seem to be missing. A label in memory can be out of date.
 */
export const isContactRace = (error: unknown): boolean =>
  error instanceof StaleLabels || RACED_INDEXES.includes(violatedUniqueIndex(error) ?? '');

export async function assertContactExists(reader: Reader, id: number): Promise<void> {
  if ((await reader.query('SELECT id FROM contacts WHERE id = :id', { id })).length === 0) throw notFound();
}

/** Returns the existing contacts by id, in the format of events. */
export async function contactSnapshots(reader: Reader, ids: readonly number[]): Promise<Map<number, ContactSnapshot>> {
  const contacts = await readContacts(reader, ids);
  return new Map(contacts.map((contact) => [contact.id, snapshotOf(contact)]));
}

/** Locks a contact for a write about the person. @throws AppError for an unknown or an erased contact. */
export async function lockPerson(tx: Tx, id: number): Promise<Contact> {
  const contact = await lockContact(tx, { id });
  if (!contact) throw notFound();
  assertNotErased(contact);
  return contact;
}

/** Refuses writes about an erased contact, whose row represents no person. */
export function assertNotErased({ email }: Pick<Contact, 'email'>): void {
  if (isErasedAddress(email)) throw invalidParam('id', 'names a contact that has been erased');
}

/**
 * Retries a write of memberships that fails because a label is being deleted: it can still be read, but not counted. For
 * automatic writes, which have no caller to refuse; each attempt is rolled back.
 * @param attempt reads what exists, and throws an AppError if some of it was deleted meanwhile.
 */
export async function retryOnDeletion<T>(tx: Tx, attempt: () => Promise<T>): Promise<T> {
  for (let race = 1; ; race += 1)
    try {
      return await tx.savepoint(() => tx.withDeferred(attempt));
    } catch (error) {
      if (!(error instanceof AppError || isContactRace(error)) || race === MAX_CONTACT_RACES) throw error;
    }
}
