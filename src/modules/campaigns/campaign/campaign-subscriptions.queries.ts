import type { Reader } from '../../../platform/database/database.js';
import type { Campaign } from './campaign.entity.js';
import { subscriptionSenders } from '../../labels/lists/subscription-senders.js';

type Settings = Pick<Campaign['settings'], 'sending_filter' | 'subscribers'>;

/** Returns the senders of the subscriptions in the rows of a campaign. A resend keeps the rows of the campaign that it repeats. */
export const sendersOfRows = (reader: Reader, { sending_filter: filter, subscribers }: Settings) =>
  subscriptionSenders(reader, filter === 'list_tag' || filter === 'resend' ? subscribers.map(({ list }) => list) : []);

/**
 * Returns the subscription because of which each contact gets an email, by contact id: the list of the first row that is a subscription and
 * includes the contact. Rows of tags or all contacts, segments, and filters are none.
 */
export async function subscriptionsOf(
  reader: Reader,
  settings: Settings,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const senders = await sendersOfRows(reader, settings);
  const rows = settings.subscribers.filter(({ list }) => list !== 'all' && senders.has(list));
  if (rows.length === 0 || ids.length === 0) return found;
  const members = await reader.query<{ id: number; list: number; tag: number | null }>(
    `SELECT m.contact_id AS id, m.list_id AS list, t.tag_id AS tag
       FROM contact_lists m LEFT JOIN contact_tags t ON t.contact_id = m.contact_id AND t.tag_id IN (:tags)
      WHERE m.contact_id IN (:ids) AND m.list_id IN (:lists)`,
    { ids, lists: rows.map(({ list }) => list), tags: [0, ...rows.flatMap(({ tag }) => (tag === 'all' ? [] : [tag]))] },
  );
  for (const row of rows)
    for (const { id, list, tag } of members)
      if (!found.has(id) && row.list === list && (row.tag === 'all' || row.tag === tag)) found.set(id, list);
  return found;
}
