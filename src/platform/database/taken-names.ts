import { violatedUniqueIndex } from '../errors/database-errors.js';
import { ValidationErrors } from '../errors/app-error.js';
import { titleKey } from '../text/title-key.js';
import type { Reader } from './database.js';

/** The unique values as entered; the id of the changed row. */
interface WantedNames {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly id?: number;
}

/**
 * Turns a unique-index error on title or slug of `table` into an answer that names both if both are taken: the database reports only one.
 * @param table a constant, never input; has the columns title_key and slug with unique indexes named after them.
 * @param noun the record in messages.
 * @returns the error itself if it has another cause.
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
  const faults = new ValidationErrors();
  // The conflicting row may be gone by now.
  if (index.endsWith('_title_key') || rows.some(({ sameTitle }) => sameTitle === 1))
    faults.add('title', 'is taken', `${noun} with this title already exists`);
  if (index.endsWith('_slug') || rows.some(({ sameSlug }) => sameSlug === 1))
    faults.add('slug', 'is taken', `${noun} with this slug already exists`);
  return faults.toError() ?? error;
}
