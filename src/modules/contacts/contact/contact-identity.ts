import type { Reader } from '../../../platform/database/database.js';
import { inParts } from '../../../platform/values/collections.js';
import { type AppError, invalidParams, notFound } from '../../../platform/errors/app-error.js';

/** External identifiers of a contact. All given identifiers must name the same contact. */
export interface ContactIdentifiers {
  readonly id?: number;
  readonly userId?: number;
  /** Normalized. */
  readonly email?: string;
}

type IdentifierNames = Readonly<Record<keyof ContactIdentifiers, string>>;

const VALUES_AT_ONCE = 500;
const COLUMN: IdentifierNames = { id: 'id', userId: 'user_id', email: 'email' };

/**
 * @returns null if no identifier matches a contact.
 * @throws AppError rest_invalid_param without an identifier, or if they name different contacts; rest_post_invalid_id if only
 * some of them match.
 */
export async function identifiedContact(
  reader: Reader,
  who: ContactIdentifiers,
  names: IdentifierNames,
): Promise<number | null> {
  const given = (Object.keys(COLUMN) as (keyof ContactIdentifiers)[]).filter((name) => who[name] !== undefined);
  if (given.length === 0) throw noIdentifier(names);
  const ids = new Set<number | null>();
  for (const name of given) {
    const sql = `SELECT id FROM contacts WHERE ${COLUMN[name]} = :value`;
    const [row] = await reader.query<{ id: number }>(sql, { value: who[name] ?? null });
    ids.add(row?.id ?? null);
  }
  const [id = null, ...others] = ids;
  if (others.length === 0) return id;
  if (ids.has(null)) throw notFound();
  throw invalidParams(
    Object.fromEntries(given.map((name) => [names[name], 'names another contact than the other identifiers'])),
  );
}

/** Returns the ids of the existing contacts by their address or user id. */
export async function contactIdsBy<Value extends string | number>(
  reader: Reader,
  column: 'email' | 'user_id',
  values: readonly Value[],
): Promise<Map<Value, number>> {
  const sql = `SELECT id, ${column} AS value FROM contacts WHERE ${column} IN (:part)`;
  const ids = new Map<Value, number>();
  for (const part of inParts([...new Set(values)], VALUES_AT_ONCE))
    for (const { id, value } of await reader.query<{ id: number; value: Value }>(sql, { part })) ids.set(value, id);
  return ids;
}

function noIdentifier({ id, userId, email }: IdentifierNames): AppError {
  const reasons = [id, userId, email].map((name) => [name, 'is required unless another identifier is sent'] as const);
  return invalidParams(Object.fromEntries(reasons), `Invalid parameter: ${id}, ${userId} or ${email} is required`);
}
