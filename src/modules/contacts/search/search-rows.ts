import { inParts } from '../../../platform/values/collections.js';
import type { Tx } from '../../../platform/database/database.js';
import { keysOf, wordId } from './search-text.js';

type Postings = ReadonlyMap<string, readonly number[]>;

/** Literals instead of parameters, because binding this many values costs the process more than the server. */
const ROWS_PER_STATEMENT = 1_000;
/** The optimizer's time grows with the square of the number: with 1,000, each row costs eight times as much. */
const CONDITIONS_PER_STATEMENT = 100;
const IDS_PER_STATEMENT = 500;

/** Inserts the keys of words. In index order, here and below, to prevent deadlocks between writers of the same words. */
export async function insertKeys(tx: Tx, words: readonly string[]): Promise<void> {
  const rows: string[] = [];
  for (const word of words) {
    const id = wordId(word);
    // Keys consist of letters, digits, and the start mark, so they cannot end the string literal.
    for (const key of keysOf(word)) rows.push(`('${key}',0x${id})`);
  }
  rows.sort();
  await inStatements(rows, (part) =>
    tx.executeText(`INSERT IGNORE INTO search_keys (search_key, word) VALUES ${part.join(',')}`),
  );
}

/** Returns the words that have keys, and locks these keys: `deleteUnusedKeys` waits until the transaction ends. */
export async function lockKeys(tx: Tx, words: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const byKey = new Map(words.map((word) => [`${keysOf(word)[0] ?? ''} ${wordId(word)}`, word]));
  const keys = Array.from(byKey.keys(), (key) => key.slice(0, key.lastIndexOf(' '))).sort();
  for (const part of inParts(keys, ROWS_PER_STATEMENT)) {
    const rows = await tx.query<{ entry: string }>(
      `SELECT CONCAT(search_key, ' ', LOWER(HEX(word))) AS entry FROM search_keys
        WHERE search_key IN (:keys) ORDER BY search_key, word LOCK IN SHARE MODE`,
      { keys: part },
    );
    for (const { entry } of rows) {
      const word = byKey.get(entry);
      if (word !== undefined) found.add(word);
    }
  }
  return found;
}

/** Deletes the keys of words without contacts. Waits for transactions that use one of them. */
export async function deleteUnusedKeys(tx: Tx, words: readonly string[]): Promise<void> {
  const ids = new Map(words.map((word) => [wordId(word), word]));
  const ascending = [...ids.keys()].sort();
  if (ascending.length === 0) return;
  const list = ascending.map((id) => `0x${id}`).join(',');
  const wholes = [...ids.values()].map((word) => keysOf(word)[0] ?? '').sort();
  await tx.query('SELECT word FROM search_keys WHERE search_key IN (:wholes) ORDER BY search_key, word FOR UPDATE', {
    wholes,
  });
  const used = await tx.query<{ id: string }>(
    `SELECT DISTINCT LOWER(HEX(word)) AS id FROM contact_words WHERE word IN (${list})`,
  );
  for (const { id } of used) ids.delete(id);
  const rows = Array.from(ids, ([id, word]) =>
    keysOf(word).map((key) => `search_key='${key}' AND word=0x${id}`),
  ).flat();
  await inStatements(
    rows,
    (part) => tx.executeText(`DELETE FROM search_keys WHERE ${part.join(' OR ')}`),
    CONDITIONS_PER_STATEMENT,
  );
}

export async function insertPostings(tx: Tx, postings: Postings): Promise<void> {
  const rows: string[] = [];
  for (const [id, contacts] of inOrder(postings)) for (const contact of contacts) rows.push(`(0x${id},${contact})`);
  await inStatements(rows, (part) =>
    tx.executeText(`INSERT IGNORE INTO contact_words (word, contact_id) VALUES ${part.join(',')}`),
  );
}

/** Uses OR conditions: MariaDB reads the whole index for `(word, contact_id) IN (...)`. */
export async function deletePostings(tx: Tx, postings: Postings): Promise<void> {
  const statements: Promise<unknown>[] = [];
  let conditions: string[] = [];
  let named = 0;
  const flush = (): void => {
    if (conditions.length > 0)
      statements.push(tx.executeText(`DELETE FROM contact_words WHERE ${conditions.join(' OR ')}`));
    [conditions, named] = [[], 0];
  };
  for (const [id, contacts] of inOrder(postings))
    for (const part of inParts(contacts, IDS_PER_STATEMENT)) {
      if (conditions.length === CONDITIONS_PER_STATEMENT || named + part.length > IDS_PER_STATEMENT) flush();
      conditions.push(`word=0x${id} AND contact_id IN (${part.join(',')})`);
      named += part.length;
    }
  flush();
  await Promise.all(statements);
}

function inOrder(postings: Postings): [id: string, contacts: readonly number[]][] {
  return Array.from(postings, ([word, contacts]): [string, number[]] => [
    wordId(word),
    [...contacts].sort((a, b) => a - b),
  ]).sort(([a], [b]) => (a < b ? -1 : 1));
}

async function inStatements(
  rows: readonly string[],
  write: (part: readonly string[]) => Promise<unknown>,
  size = ROWS_PER_STATEMENT,
): Promise<void> {
  await Promise.all(Array.from(inParts(rows, size), write));
}
