import type { Contact } from '../contact/contact.entity.js';
import { ascending, inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { SearchIndex, type TextChange } from './search-index.service.js';
import { EARLIER, searchTextOf } from './search-text.js';

interface Locked extends Pick<Contact, 'id' | 'email' | 'firstName' | 'lastName' | 'searchText'> {
  readonly indexedText: string;
}

/** Contacts per transaction. Locks are held for a fraction of a second; smaller batches cost more per contact. */
const BATCH = 5_000;
/** MariaDB converts an IN list of 1,000 values to a table. */
const IDS_PER_STATEMENT = 900;
/** The optimizer's time grows with the square of the number of ranges. */
const RANGES_PER_STATEMENT = 100;
const TEXTS_PER_STATEMENT = 500;

/** Indexes the contacts in the backlog, one transaction per batch; any number of processes can run it. */
@Injectable()
export class SearchBacklogProcessor {
  constructor(
    private readonly db: Database,
    private readonly index: SearchIndex,
  ) {}

  /**
   * Passes over the backlog once; contacts that are locked are left to the next pass.
   * @param onBatch receives the number of contacts of each batch; returning false ends the run.
   * @param atOnce number of concurrent batches, so that one is prepared while the server executes another.
   */
  async clear(onBatch: (done: number) => boolean = () => true, atOnce = 1): Promise<void> {
    let after = 0;
    let over = false;
    let turn: Promise<unknown> = Promise.resolve();
    const next = async (): Promise<number[]> => {
      const ids = await this.waiting(after);
      after = ids.at(-1) ?? after;
      return ids;
    };
    const work = async (): Promise<void> => {
      while (!over) {
        const ids = turn.then(next);
        turn = ids.catch(() => undefined);
        const batch = await ids;
        if (batch.length === 0) return;
        const done = await this.db.transaction((tx) => this.clearBatch(tx, batch));
        if (!onBatch(done)) over = true;
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: atOnce }, () =>
        work().catch((error: unknown) => {
          over = true;
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Empties the index and refills the backlog. Keys are kept: other processes cache which of them are stored. */
  async reset(): Promise<void> {
    this.index.forget();
    await this.db.transaction(async (tx) => {
      await tx.execute('TRUNCATE TABLE contact_words');
      await tx.execute(
        `INSERT INTO contact_search_backlog (contact_id, indexed_text) SELECT id, '' FROM contacts
         ON DUPLICATE KEY UPDATE indexed_text = ''`,
      );
    });
  }

  /** Adds contacts whose text an earlier version wrote, which the text shows; without the words that need other keys. */
  async addEarlier(run: PeriodicRun): Promise<void> {
    const [row] = await this.db.query<{ last: number | null }>('SELECT MAX(id) AS last FROM contacts');
    const sql = `INSERT INTO contact_search_backlog (contact_id, indexed_text)
      SELECT id, REGEXP_REPLACE(search_text, :run, '') FROM contacts
       WHERE id > :after AND id <= :to AND (search_text REGEXP CONCAT(:run, '|', :apostrophe)
         OR (email LIKE '%@%xn--%' AND search_text NOT LIKE '%@%@%'))
      ON DUPLICATE KEY UPDATE contact_id = VALUES(contact_id)`;
    for (let after = 0, last = row?.last ?? 0; after < last && !run.isStopping; after += BATCH)
      await this.db.transaction((tx) => tx.execute(sql, { ...EARLIER, after, to: after + BATCH }));
  }

  private async waiting(after: number): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `SELECT contact_id AS id FROM contact_search_backlog WHERE contact_id > :after ORDER BY contact_id LIMIT ${BATCH}`,
      { after },
    );
    return rows.map(({ id }) => id);
  }

  /** Skips locked contacts: their writers lock words in the reverse order. @returns the number of indexed contacts. */
  private async clearBatch(tx: Tx, ids: readonly number[]): Promise<number> {
    const locked: Locked[] = [];
    for (const part of inParts(ids, IDS_PER_STATEMENT)) locked.push(...(await lock(tx, part)));
    const held = new Set(locked.map(({ id }) => id));
    const missing = ids.filter((id) => !held.has(id));
    const gone: Pick<Locked, 'id' | 'indexedText'>[] = [];
    for (const part of inParts(missing, IDS_PER_STATEMENT)) gone.push(...(await lockDeleted(tx, part)));
    const texts = new Map<number, string>();
    const changes = locked.map(({ indexedText, searchText, ...contact }): TextChange => {
      const text = searchTextOf(contact);
      // Bulk writes set it; writers that do not (old versions, migrations) leave the old text.
      if (text !== searchText) texts.set(contact.id, text);
      return { contactId: contact.id, before: indexedText, after: text };
    });
    const all = [...changes, ...gone.map(({ id, indexedText }) => ({ contactId: id, before: indexedText, after: '' }))];
    if (all.length === 0) return 0;
    await this.index.store(tx, all, { cacheSharedWordsOnly: true });
    await storeTexts(tx, texts);
    await deleteRows(
      tx,
      all.map(({ contactId }) => contactId),
    );
    return all.length;
  }
}

/** Locks the contact first, as all writers do, which protects its backlog row. */
function lock(tx: Tx, ids: readonly number[]): Promise<Locked[]> {
  return tx.query<Locked>(
    `SELECT STRAIGHT_JOIN c.id, c.email, c.first_name AS firstName, c.last_name AS lastName, c.search_text AS searchText,
            b.indexed_text AS indexedText
       FROM contacts c JOIN contact_search_backlog b ON b.contact_id = c.id
      WHERE c.id IN (:ids) FOR UPDATE SKIP LOCKED`,
    { ids },
  );
}

/** Locks the rows of deleted contacts; contacts locked by others are left for the next run. */
async function lockDeleted(tx: Tx, ids: readonly number[]): Promise<Pick<Locked, 'id' | 'indexedText'>[]> {
  const present = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:ids)', { ids });
  const existing = new Set(present.map(({ id }) => id));
  const deleted = ids.filter((id) => !existing.has(id));
  if (deleted.length === 0) return [];
  return tx.query<Pick<Locked, 'id' | 'indexedText'>>(
    `SELECT contact_id AS id, indexed_text AS indexedText FROM contact_search_backlog
      WHERE contact_id IN (:deleted) FOR UPDATE SKIP LOCKED`,
    { deleted },
  );
}

/** MariaDB 11.8 would read the whole table, and wait for the rows of other transactions. */
const DELETE_ROWS = 'DELETE b FROM contact_search_backlog b FORCE INDEX (PRIMARY) WHERE';

/** Deletes by ranges of consecutive ids, which bulk writes leave; every row in a range is one of these. */
async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  const ranges: [from: number, to: number][] = [];
  for (const id of [...ids].sort(ascending)) {
    const range = ranges.at(-1);
    if (range?.[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  const single = ranges.filter(([from, to]) => from === to).map(([id]) => id);
  for (const part of inParts(single, IDS_PER_STATEMENT))
    await tx.executeText(`${DELETE_ROWS} contact_id IN (${part.join(',')})`);
  const long = ranges.filter(([from, to]) => from !== to);
  for (const part of inParts(long, RANGES_PER_STATEMENT)) {
    const conditions = part.map(([from, to]) => `contact_id BETWEEN ${from} AND ${to}`);
    await tx.executeText(`${DELETE_ROWS} ${conditions.join(' OR ')}`);
  }
}

async function storeTexts(tx: Tx, texts: ReadonlyMap<number, string>): Promise<void> {
  for (const part of inParts([...texts], TEXTS_PER_STATEMENT)) {
    const cases = part.map((_, at) => `WHEN :id${at} THEN :text${at}`).join(' ');
    const params: Record<string, SqlValue> = { ids: part.map(([id]) => id) };
    for (const [at, [id, text]] of part.entries()) Object.assign(params, { [`id${at}`]: id, [`text${at}`]: text });
    await tx.execute(`UPDATE contacts SET search_text = CASE id ${cases} END WHERE id IN (:ids)`, params, { ids: [] });
  }
}

@Injectable()
export class SearchBacklogScheduler {
  constructor(private readonly backlog: SearchBacklogProcessor) {}

  @Periodic({ name: 'Search indexing', everyMs: 2_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    await this.backlog.clear(() => !run.isStopping);
  }

  @Periodic({ name: 'Search index upgrade', everyMs: 86_400_000, onOneWorker: true, atStart: true })
  async upgrade(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    await this.backlog.addEarlier(run);
  }
}
