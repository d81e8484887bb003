import type { World } from '../world.js';
import { insertSubscribers } from './audience.js';

export interface VariedPeople {
  readonly listId: number;
  readonly tagId: number;
  /** Slugs of custom fields: a number from 0 to 9, and an optional date. */
  readonly level: string;
  readonly renewal: string;
  /** Ascending. */
  readonly contactIds: readonly number[];
}

/**
 * Inserts subscribed contacts that differ in everything that a funnel can query: every second has the tag, every seventh
 * has no date, and the dates fall in one week. Writes contacts, custom values, and tags directly into the tables.
 * @param firstDay the first day of that week, as `YYYY-MM-DD`.
 */
export async function variedPeople(world: World, size: number, firstDay: string): Promise<VariedPeople> {
  const { id: listId } = await world.given.list();
  const { id: tagId } = await world.given.tag();
  const level = await world.given.customField({ type: 'number', label: 'Level' });
  const renewal = await world.given.customField({ type: 'date', label: 'Renewal' });
  await insertSubscribers(world.db, listId, 'varied', size);
  const rows = await world.db.query<{ id: number }>(
    'SELECT contact_id AS id FROM contact_lists WHERE list_id = :listId ORDER BY contact_id',
    { listId },
  );
  const contactIds = rows.map(({ id }) => id);
  const fields = new Map(
    (await world.db.query<{ id: number; slug: string }>('SELECT id, slug FROM custom_fields')).map(({ id, slug }) => [
      slug,
      id,
    ]),
  );
  const tagged = contactIds.filter((_id, index) => index % 2 === 0);
  await world.db.transaction(async (tx) => {
    await tx.insertRows(
      'contact_custom_values',
      ['contact_id', 'field_id', 'value'],
      contactIds.flatMap((id, index) => [
        [id, fields.get(level.slug) ?? 0, String(index % 10)],
        ...(index % 7 === 6 ? [] : [[id, fields.get(renewal.slug) ?? 0, dayAfter(firstDay, index % 7)]]),
      ]),
    );
    await tx.insertRows(
      'contact_tags',
      ['contact_id', 'tag_id'],
      tagged.map((id) => [id, tagId]),
    );
    await tx.execute(
      'UPDATE tags SET total_count = total_count + :many, subscribed_count = subscribed_count + :many WHERE id = :tagId',
      { tagId, many: tagged.length },
    );
  });
  return { listId, tagId, level: level.slug, renewal: renewal.slug, contactIds };
}

function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
