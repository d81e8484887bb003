import type { Database } from '../../../src/platform/database/database.js';

const ROWS_PER_INSERT = 1_000;

/** The address of the contact with this number. */
export const memberOf = (prefix: string, number: number): string => `${prefix}-${number}@example.com`;

/**
 * Inserts many subscribed contacts into a list, with exact counters. Writes to the tables directly, because that is fast
 * and the creation of contacts is not under test.
 * @param addressOf returns an address that starts with the prefix and a hyphen; default: `memberOf`.
 */
export async function insertSubscribers(
  db: Database,
  listId: number,
  prefix: string,
  size: number,
  addressOf = (number: number): string => memberOf(prefix, number),
): Promise<void> {
  const members = { listId, pattern: `${prefix}-%` };
  await db.transaction(async (tx) => {
    for (let start = 1; start <= size; start += ROWS_PER_INSERT) {
      const numbers = Array.from({ length: Math.min(ROWS_PER_INSERT, size - start + 1) }, (_, index) => start + index);
      await tx.insertRows(
        'contacts',
        ['hash', 'email', 'first_name', 'status', 'created_at', 'updated_at'],
        numbers.map((number) => [
          `${prefix}-${number}`.padStart(32, '0'),
          addressOf(number),
          `Reader ${number}`,
          'subscribed',
          new Date(),
          new Date(),
        ]),
      );
    }
    await tx.execute(
      'INSERT INTO contact_lists (contact_id, list_id) SELECT id, :listId FROM contacts WHERE email LIKE :pattern',
      members,
    );
  });
  // In transactions of their own: with the rows above, each try would meet another lock of clients that write at the same time.
  await db.execute(
    `UPDATE contact_counters c
       JOIN (SELECT status, id % 8 AS shard, COUNT(*) AS added FROM contacts WHERE email LIKE :pattern GROUP BY 1, 2) n
         ON n.status = c.status AND n.shard = c.shard
        SET c.total = c.total + n.added`,
    members,
  );
  await db.execute(
    `UPDATE lists SET total_count = total_count + :size, subscribed_count = subscribed_count + :size WHERE id = :listId`,
    { ...members, size },
  );
}
