import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { keysOf, searchTextOf, wordId, wordsOf } from './search-text.js';

/** What the index stands for before and after a write; an empty text for a contact that is not there. */
export interface TextChange {
  readonly contactId: number;
  readonly before: string;
  readonly after: string;
}

interface Waiting {
  readonly id: number;
  readonly indexedText: string;
}

/** Contacts per transaction: their locks are held for a second or so. */
const BATCH = 2_000;
const ROWS_PER_STATEMENT = 500;
const MOST_REMEMBERED_WORDS = 200_000;

/**
 * The index behind `search`: keys lead to words, words to contacts.
 *
 * Failure policy: single writes change it in their own transaction. Bulk writes leave the contact in the backlog, in their
 * transaction, and the worker clears that; who dies in between leaves the row to the next run.
 */
@Injectable()
export class SearchIndex {
  /** Words whose keys are known to be stored, so that common names cost no statement. */
  private readonly stored = new Set<string>();

  constructor(private readonly db: Database) {}

  /** Brings the index in step with contacts that the caller holds locked. */
  async write(tx: Tx, changes: readonly TextChange[]): Promise<void> {
    const added: [Buffer, number][] = [];
    const removed: [Buffer, number][] = [];
    const words = new Set<string>();
    for (const { contactId, before, after } of changes) {
      if (before === after) continue;
      const [old, wanted] = [wordsOf(before), wordsOf(after)];
      for (const word of wanted) {
        if (old.has(word)) continue;
        words.add(word);
        added.push([wordId(word), contactId]);
      }
      for (const word of old) if (!wanted.has(word)) removed.push([wordId(word), contactId]);
    }
    await this.storeKeys(tx, words);
    // In the order of the index, or two writers of the same words could wait for each other.
    if (added.length > 0)
      await tx.insertRows('contact_words', ['word', 'contact_id'], added.sort(inOrder), { modifier: 'IGNORE' });
    await removeRows(tx, removed.sort(inOrder));
  }

  /**
   * Works through the backlog until nothing is left that nobody else has in hand.
   * @param onBatch is told how many contacts were done; returning false ends the work.
   */
  async clearBacklog(onBatch: (done: number) => boolean = () => true): Promise<void> {
    for (let after = 0; ;) {
      const batch = await this.db.transaction((tx) => this.clearBatch(tx, after));
      if (batch.last === null || !onBatch(batch.done)) return;
      after = batch.last;
    }
  }

  /**
   * Empties the index and puts every contact into the backlog; searches find less until that is cleared. The keys stay:
   * other processes remember which of them are stored.
   */
  async reset(): Promise<void> {
    this.stored.clear();
    await this.db.transaction(async (tx) => {
      await tx.execute('TRUNCATE TABLE contact_words');
      await tx.execute(
        `INSERT INTO contact_search_backlog (contact_id, indexed_text) SELECT id, '' FROM contacts
         ON DUPLICATE KEY UPDATE indexed_text = ''`,
      );
    });
  }

  /** Nothing here waits for a lock, because bulk writers take the same two in the other order. */
  private async clearBatch(tx: Tx, after: number): Promise<{ done: number; last: number | null }> {
    const waiting = await tx.query<Waiting>(
      `SELECT contact_id AS id, indexed_text AS indexedText FROM contact_search_backlog
        WHERE contact_id > :after ORDER BY contact_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      { after },
    );
    const last = waiting.at(-1)?.id ?? null;
    if (last === null) return { done: 0, last };
    const ids = waiting.map(({ id }) => id);
    const present = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:ids)', { ids });
    const locked = await tx.query<{ id: number; email: string; firstName: string | null; lastName: string | null }>(
      `SELECT id, email, first_name AS firstName, last_name AS lastName FROM contacts
        WHERE id IN (:ids) FOR UPDATE SKIP LOCKED`,
      { ids },
    );
    const existing = new Set(present.map(({ id }) => id));
    const texts = new Map(locked.map((contact) => [contact.id, searchTextOf(contact)]));
    const ready = waiting.filter(({ id }) => texts.has(id) || !existing.has(id));
    if (ready.length === 0) return { done: 0, last };
    await this.write(
      tx,
      ready.map(({ id, indexedText }) => ({ contactId: id, before: indexedText, after: texts.get(id) ?? '' })),
    );
    await storeTexts(tx, texts);
    await tx.execute('DELETE FROM contact_search_backlog WHERE contact_id IN (:ids)', {
      ids: ready.map(({ id }) => id),
    });
    return { done: ready.length, last };
  }

  private async storeKeys(tx: Tx, words: ReadonlySet<string>): Promise<void> {
    const unknown = [...words].filter((word) => !this.stored.has(word)).sort();
    const rows = unknown.flatMap((word) => keysOf(word).map((key): [string, Buffer] => [key, wordId(word)]));
    await tx.insertRows('search_keys', ['search_key', 'word'], rows.sort(byKey), { modifier: 'IGNORE' });
    tx.afterCommit(() => {
      if (this.stored.size > MOST_REMEMBERED_WORDS) this.stored.clear();
      for (const word of unknown) this.stored.add(word);
    });
  }
}

/** Pairs as conditions joined by OR: MariaDB reads the whole index for `(word, contact_id) IN (...)`. */
async function removeRows(tx: Tx, rows: readonly (readonly [Buffer, number])[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const part = rows.slice(start, start + ROWS_PER_STATEMENT);
    await tx.execute(
      `DELETE FROM contact_words WHERE ${part.map((_, at) => `(word = :word${at} AND contact_id = :id${at})`).join(' OR ')}`,
      Object.fromEntries(
        part.flatMap(([word, id], at): [string, SqlValue][] => [
          [`word${at}`, word],
          [`id${at}`, id],
        ]),
      ),
    );
  }
}

async function storeTexts(tx: Tx, texts: ReadonlyMap<number, string>): Promise<void> {
  const all = [...texts];
  for (let start = 0; start < all.length; start += ROWS_PER_STATEMENT) {
    const part = all.slice(start, start + ROWS_PER_STATEMENT);
    await tx.execute(
      `UPDATE contacts SET search_text = CASE id ${part.map((_, at) => `WHEN :id${at} THEN :text${at}`).join(' ')} END
        WHERE id IN (:ids)`,
      Object.fromEntries([
        ['ids', part.map(([id]) => id)],
        ...part.flatMap(([id, text], at): [string, SqlValue][] => [
          [`id${at}`, id],
          [`text${at}`, text],
        ]),
      ]),
    );
  }
}

const byKey = ([a]: readonly [string, Buffer], [b]: readonly [string, Buffer]): number => (a < b ? -1 : a > b ? 1 : 0);

function inOrder([word, id]: readonly [Buffer, number], [other, otherId]: readonly [Buffer, number]): number {
  return Buffer.compare(word, other) || id - otherId;
}
