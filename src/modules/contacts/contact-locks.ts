import type { Tx } from '../../platform/database/database.js';

/** MariaDB makes a table of a list of 1,000 and locks in the order of that, not in the order of the ids. */
const LOCKED_AT_ONCE = 500;

/**
 * Takes the locks that every writer of these contacts takes first, in the order of their ids.
 * @param columns what to read of the contact `c`.
 * @returns those that exist, in that order.
 */
export async function lockContacts<Row>(tx: Tx, contactIds: Iterable<number>, columns: string): Promise<Row[]> {
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
