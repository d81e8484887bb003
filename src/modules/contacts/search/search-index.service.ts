import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { deletePostings, deleteUnusedKeys, insertKeys, insertPostings, lockKeys } from './search-rows.js';
import { wordsOf } from './search-text.js';

/** What the index stands for before and after a write; an empty text for a contact that is not there. */
export interface TextChange {
  readonly contactId: number;
  readonly before: string;
  readonly after: string;
}

const MOST_REMEMBERED_WORDS = 200_000;

/**
 * The index behind `search`: keys lead to words, words to contacts.
 *
 * Single writes change it in their own transaction. Bulk writes leave the contact in the backlog, in theirs, and the worker
 * clears that (`SearchBacklogClearing`). A row of the backlog is touched only by who holds the lock of its contact, and what it
 * says the index stands for is true at any time.
 */
@Injectable()
export class SearchIndex {
  /** Words whose keys are known to be stored, so that common names cost no statement. */
  private readonly stored = new Set<string>();

  /** Brings the index in step with contacts that the caller holds locked. */
  async write(tx: Tx, changes: readonly TextChange[]): Promise<void> {
    const differing = changes.filter(({ before, after }) => before !== after);
    const known = differing.filter(({ before }) => before !== '');
    if (known.length === 0) return this.store(tx, differing);
    const waiting = await takeOut(
      tx,
      known.map(({ contactId }) => contactId),
    );
    await this.store(
      tx,
      differing.map((change) => ({ ...change, before: waiting.get(change.contactId) ?? change.before })),
    );
  }

  /** Leaves contacts that the caller holds locked to the worker. Only what is there already has a text before. */
  async writeLater(tx: Tx, changes: readonly Omit<TextChange, 'after'>[]): Promise<void> {
    // A row that is there stands for what the index knows; the text before is younger than that.
    await tx.insertRows(
      'contact_search_backlog',
      ['contact_id', 'indexed_text'],
      changes.map(({ contactId, before }) => [contactId, before]),
      { suffix: 'ON DUPLICATE KEY UPDATE contact_id = VALUES(contact_id)' },
    );
  }

  /**
   * The same as `write` for contacts that are known not to be in the backlog.
   * @param forgetful remembers only words that several of these contacts have: most others are never met again.
   */
  async store(tx: Tx, changes: readonly TextChange[], { forgetful = false } = {}): Promise<void> {
    const added = new Map<string, number[]>();
    const removed = new Map<string, number[]>();
    for (const { contactId, before, after } of changes) {
      if (before === after) continue;
      const [old, wanted] = [wordsOf(before), wordsOf(after)];
      for (const word of wanted) if (!old.has(word)) note(added, word, contactId);
      for (const word of old) if (!wanted.has(word)) note(removed, word, contactId);
    }
    const words = [...added.keys()];
    // They were stored once; since then the only one who had such a word may have been erased.
    const known = await lockKeys(
      tx,
      words.filter((word) => this.stored.has(word)),
    );
    const unknown = words.filter((word) => !known.has(word));
    await insertKeys(tx, unknown);
    await insertPostings(tx, added);
    await deletePostings(tx, removed);
    this.remember(tx, forgetful ? unknown.filter((word) => (added.get(word)?.length ?? 0) > 1) : unknown);
  }

  /**
   * Takes words out of the index that nobody has any more: they are what somebody was called who was erased. Everybody else's
   * stay, because most words are used again.
   */
  async forgetWords(tx: Tx, words: Iterable<string>): Promise<void> {
    await deleteUnusedKeys(tx, [...new Set(words)]);
  }

  /** For whoever empties the tables. */
  forget(): void {
    this.stored.clear();
  }

  private remember(tx: Tx, words: readonly string[]): void {
    tx.afterCommit(() => {
      if (this.stored.size > MOST_REMEMBERED_WORDS) this.stored.clear();
      for (const word of words) this.stored.add(word);
    });
  }
}

function note(postings: Map<string, number[]>, word: string, contactId: number): void {
  const contacts = postings.get(word);
  if (contacts) contacts.push(contactId);
  else postings.set(word, [contactId]);
}

/** Whoever of these waits in the backlog waits no longer. @returns for which texts the index stood. */
async function takeOut(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
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
