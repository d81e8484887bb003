import { violatedUniqueIndex } from '../errors/database-errors.js';
import { Faults } from '../errors/faults.js';
import { titleKey } from '../text/title-key.js';
import type { Reader } from './reader.js';

/** What has to be unique, as somebody gave it; the id of the one that changes. */
interface WantedNames {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly id?: number;
}

/**
 * A refused title or slug of `table` as an answer that names both where both are taken: an index tells of one duplicate only.
 * @param table a name of ours, never input; it has the columns title_key and slug, and unique indexes named after them.
 * @param noun what messages call a row of it.
 * @returns the error itself when it is about something else.
 */
export async function nameTaken(
  reader: Reader,
  { table, noun }: { readonly table: string; readonly noun: string },
  error: unknown,
  { title, slug, id = 0 }: WantedNames,
): Promise<unknown> {
  const index = violatedUniqueIndex(error);
  if (index !== `ux_${table}_title_key` && index !== `ux_${table}_slug`) return error;
  const rows = await reader.query<{ sameTitle: number | null; sameSlug: number | null }>(
    `SELECT title_key = :key AS sameTitle, slug = :slug AS sameSlug FROM ${table}
      WHERE id <> :id AND (title_key = :key OR slug = :slug)`,
    { id, key: title === undefined ? null : titleKey(title), slug: slug ?? null },
  );
  const faults = new Faults();
  // The one that was refused may have been given free since.
  if (index.endsWith('_title_key') || rows.some(({ sameTitle }) => sameTitle === 1))
    faults.add('title', 'is taken', `${noun} with this title already exists`);
  if (index.endsWith('_slug') || rows.some(({ sameSlug }) => sameSlug === 1))
    faults.add('slug', 'is taken', `${noun} with this slug already exists`);
  return faults.toError() ?? error;
}
