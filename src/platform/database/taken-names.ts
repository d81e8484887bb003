import { violatedUniqueIndex } from '../errors/database-errors.js';
import { invalidParam, ValidationErrors } from '../errors/app-error.js';
import { titleKey } from '../text/title-key.js';
import type { Reader, Database, Tx } from './database.js';
import { firstFree, slugOf } from '../text/slug.js';

/** The unique values as entered; the id of the changed row. */
interface WantedNames {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly id?: number;
}

/** Records with unique title keys and slugs; `noun` is one in messages. */
interface Titled {
  readonly table: string;
  readonly noun: string;
}

/** The member that a unique index is about, and the message if its value is taken. */
export type Taken = Readonly<Record<string, readonly [member: string, message?: string]>>;

/** Writes what must be unique. @throws AppError rest_invalid_param if a value is taken. */
export async function refusingTaken<T>(byIndex: Taken, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const [member, message] = byIndex[violatedUniqueIndex(error) ?? ''] ?? [];
    throw member === undefined ? error : invalidParam(member, 'is taken', message);
  }
}

/** Generated slugs can race; each retry sees the slugs of the winners. */
const MAX_SLUG_RACES = 50;

/** Creates a record, with a slug made of the title by default. @throws AppError rest_invalid_param for a taken title or slug. */
export async function createNamed<T>(
  db: Database,
  titled: Titled,
  { title, slug }: Pick<WantedNames, 'slug'> & { readonly title: string },
  create: (tx: Tx, slug: string) => Promise<T>,
): Promise<T> {
  const slugRaced = (error: unknown): boolean =>
    slug === undefined && violatedUniqueIndex(error) === `ux_${titled.table}_slug`;
  try {
    return await db.racingTransaction(MAX_SLUG_RACES, slugRaced, async (tx) =>
      create(tx, slug ?? (await freeSlug(tx, titled.table, slugOf(title) || titled.noun.toLowerCase()))),
    );
  } catch (error) {
    throw await nameTaken(db, titled, error, { title, slug });
  }
}

/** Runs a transaction that changes a record. @throws AppError rest_invalid_param for a title or a slug that is taken. */
export async function updateNamed<T>(
  db: Database,
  titled: Titled,
  names: WantedNames,
  update: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(update);
  } catch (error) {
    throw await nameTaken(db, titled, error, names);
  }
}

async function freeSlug(tx: Tx, table: string, base: string): Promise<string> {
  const rows = await tx.query<{ slug: string }>(`SELECT slug FROM ${table} WHERE slug LIKE :prefix`, {
    prefix: `${base}%`,
  });
  return firstFree(base, new Set(rows.map(({ slug }) => slug)));
}

/** Returns an answer that names both if title and slug are taken: the database reports only one. Other errors are unchanged. */
async function nameTaken(
  reader: Reader,
  { table, noun }: Titled,
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
