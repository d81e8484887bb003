import { gather } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { deletePostings, deleteUnusedKeys, insertKeys, insertPostings, lockKeys } from './search-rows.js';
import { wordsOf } from './search-text.js';

/** The indexed text before and after a write; empty if the contact does not exist. */
export interface TextChange {
  readonly contactId: number;
  readonly before: string;
  readonly after: string;
}

/** From this number of contacts, the worker updates the index. */
const MANY = 20;
const MAX_REMEMBERED_WORDS = 200_000;

/**
 * The search index: keys map to words, words to contacts.
 *
 * Small writes update it in their own transaction. Large writes add the contacts to the backlog, which the worker processes
 * (`SearchBacklogProcessor`). A backlog row is only touched by the holder of the contact's lock, so its text is always the
 * indexed one.
 */
@Injectable()
export class SearchIndex {
  /** Words whose keys are known to be stored, so that common names need no statement. */
  private readonly stored = new Set<string>();

  /** Updates the index for locked contacts, or adds them to the backlog if there are many. */
  async write(tx: Tx, changes: readonly TextChange[]): Promise<void> {
    const store = await this.prepare(tx, changes);
    await store(changes);
  }

  /** Reads and locks what `write` needs; new contacts may have no id yet. @returns a function that writes. */
  async prepare(tx: Tx, changes: readonly TextChange[]): Promise<(changes: readonly TextChange[]) => Promise<void>> {
    const differing = changes.filter(differs);
    if (differing.length >= MANY) return (given) => this.writeLater(tx, given.filter(differs));
    const known = differing.filter(({ before }) => before !== '').map(({ contactId }) => contactId);
    const [waiting, locked] = await Promise.all([deleteRows(tx, known), this.lockCached(tx, differing)]);
    return (given) => {
      const indexed = given.map((change) => ({ ...change, before: waiting.get(change.contactId) ?? change.before }));
      return this.storeLocked(tx, indexed, locked);
    };
  }

  /** Contacts that were not indexed before need no row. */
  private async writeLater(tx: Tx, changes: readonly Omit<TextChange, 'after'>[]): Promise<void> {
    // An existing row keeps its text: it is the indexed one, and `before` is newer.
    await tx.insertRows(
      'contact_search_backlog',
      ['contact_id', 'indexed_text'],
      changes.map(({ contactId, before }) => [contactId, before]),
      { suffix: 'ON DUPLICATE KEY UPDATE contact_id = VALUES(contact_id)' },
    );
  }

  /** Like `write`, for contacts not in the backlog. @param cacheSharedWordsOnly others rarely occur again. */
  async store(tx: Tx, changes: readonly TextChange[], { cacheSharedWordsOnly = false } = {}): Promise<void> {
    await this.storeLocked(tx, changes, await this.lockCached(tx, changes), { cacheSharedWordsOnly });
  }

  /** Locks the keys of added words that are cached. @returns these words, without those that an erasure has deleted since. */
  private async lockCached(tx: Tx, changes: readonly TextChange[]): Promise<ReadonlySet<string>> {
    const cached = new Set<string>();
    for (const { before, after } of changes) {
      const old = wordsOf(before);
      for (const word of wordsOf(after)) if (!old.has(word) && this.stored.has(word)) cached.add(word);
    }
    return lockKeys(tx, [...cached]);
  }

  private async storeLocked(
    tx: Tx,
    changes: readonly TextChange[],
    locked: ReadonlySet<string>,
    { cacheSharedWordsOnly = false } = {},
  ): Promise<void> {
    const added = new Map<string, number[]>();
    const removed = new Map<string, number[]>();
    for (const { contactId, before, after } of changes) {
      if (before === after) continue;
      const [old, wanted] = [wordsOf(before), wordsOf(after)];
      for (const word of wanted) if (!old.has(word)) gather(added, word, contactId);
      for (const word of old) if (!wanted.has(word)) gather(removed, word, contactId);
    }
    const unknown = [...added.keys()].filter((word) => !locked.has(word));
    await Promise.all([insertKeys(tx, unknown), insertPostings(tx, added), deletePostings(tx, removed)]);
    this.remember(tx, cacheSharedWordsOnly ? unknown.filter((word) => (added.get(word)?.length ?? 0) > 1) : unknown);
  }

  /** Removes the keys of unused words after an erasure: they contain personal data. Other writes keep them. */
  async forgetWords(tx: Tx, words: Iterable<string>): Promise<void> {
    await deleteUnusedKeys(tx, [...new Set(words)]);
  }

  /** Clears the cache; call after the tables were truncated. */
  forget(): void {
    this.stored.clear();
  }

  private remember(tx: Tx, words: readonly string[]): void {
    tx.afterCommit(() => {
      if (this.stored.size > MAX_REMEMBERED_WORDS) this.stored.clear();
      for (const word of words) this.stored.add(word);
    });
  }
}

const differs = ({ before, after }: TextChange): boolean => before !== after;

/** Deletes the backlog rows of these contacts. @returns the indexed texts. */
async function deleteRows(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const waiting = await tx.query<{ id: number; text: string }>(
    'SELECT contact_id AS id, indexed_text AS text FROM contact_search_backlog WHERE contact_id IN (:ids) FOR UPDATE',
    { ids },
  );
  if (waiting.length > 0)
    await tx.execute('DELETE FROM contact_search_backlog WHERE contact_id IN (:ids)', {
      ids: waiting.map(({ id }) => id),
    });
  return new Map(waiting.map(({ id, text }) => [id, text]));
}
