import type { Reader } from '../../../platform/database/database.js';

/** Returns the senders of those lists that are subscriptions, in the given order; null for one without a sender of its own. */
export async function subscriptionSenders(
  reader: Reader,
  lists: readonly (number | 'all')[],
): Promise<ReadonlyMap<number, number | null>> {
  const ids = lists.filter((list) => list !== 'all');
  if (ids.length === 0) return new Map();
  const rows = await reader.query<{ id: number; senderId: number | null }>(
    'SELECT id, sender_id AS senderId FROM lists WHERE id IN (:ids) AND is_subscription = 1 ORDER BY FIELD(id, :ids)',
    { ids },
  );
  return new Map(rows.map(({ id, senderId }) => [id, senderId]));
}
