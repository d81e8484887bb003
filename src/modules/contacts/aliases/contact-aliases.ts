import { inParts } from '../../../platform/values/collections.js';
import type { Contact } from '../contact/contact.entity.js';
import { lockContact } from '../contact/contact-locks.js';
import type { Tx, Reader } from '../../../platform/database/database.js';

// Maps the ids of merged contacts to the remaining contact. Earlier events, and events in transit during a merge, keep the
// former ids, so consumers that count or react by contact id must resolve them here.

/** The remaining contact by former id. */
export type Aliases = ReadonlyMap<number, number>;

const IDS_PER_STATEMENT = 500;

/** Returns the aliases of those ids that belong to merged contacts. */
export async function aliasesOf(
  reader: Reader,
  ids: Iterable<number>,
  lock: '' | 'LOCK IN SHARE MODE' = '',
): Promise<Aliases> {
  const found = new Map<number, number>();
  for (const part of inParts([...new Set(ids)], IDS_PER_STATEMENT)) {
    const rows = await reader.query<{ oldId: number; contactId: number }>(
      `SELECT old_id AS oldId, contact_id AS contactId FROM contact_aliases FORCE INDEX (PRIMARY)
        WHERE old_id IN (:ids) ${lock}`,
      { ids: part },
    );
    for (const { oldId, contactId } of rows) found.set(oldId, contactId);
  }
  return found;
}

/** The same for writers: waits for a running merge, and makes later merges wait for the caller's transaction. */
export const holdAliases = (tx: Tx, ids: Iterable<number>): Promise<Aliases> =>
  aliasesOf(tx, ids, 'LOCK IN SHARE MODE');

/** Locks a contact; the id of a merged one stands for the remaining contact, so that no opt-out is lost. */
export async function lockMerged(tx: Tx, contactId: number): Promise<Contact | null> {
  const contact = await lockContact(tx, { id: contactId });
  const id = contact ? undefined : (await aliasesOf(tx, [contactId])).get(contactId);
  return id === undefined ? contact : lockContact(tx, { id });
}

/** Call before any data of the contacts is moved. Aliases of the merged contacts follow them. */
export async function addAliases(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  await tx.execute('UPDATE contact_aliases SET contact_id = :keepId WHERE contact_id IN (:mergedIds)', {
    keepId,
    mergedIds,
  });
  await tx.insertRows(
    'contact_aliases',
    ['old_id', 'contact_id'],
    mergedIds.map((id) => [id, keepId]),
  );
}
