import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { likeStartsWith } from '../../../platform/sql/like.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { type IndexKey, type SearchWord, searchWordsOf } from './search-text.js';

/** Up to here matches are known one by one; beyond it they are looked for in the order of the page. */
export const EXACT_MATCHES = 10_000;

/** Words that a key leads to, as far as they may be named in a statement. */
const MOST_NAMED_WORDS = 256;
/** More words than that are dearer to look up for each candidate than its text is to read. */
const MOST_PROBED_WORDS = 4;
/** Whoever has fewer matches than this is a good beginning; counting further would cost more than it saves. */
const FEW_CANDIDATES = 2_000;

/** Who matches a search: exactly these, or more than can be listed, told by joins and conditions on `contacts c`. */
export type Matches =
  | { readonly kind: 'few'; readonly ids: readonly number[] }
  | {
      readonly kind: 'many';
      /** Whether they are known to be more than `EXACT_MATCHES`; words that no index knows are not counted. */
      readonly counted: boolean;
      readonly joins: readonly string[];
      readonly where: readonly string[];
      readonly params: Readonly<Record<string, SqlValue>>;
    };

/** A word of the search with what the index knows about it. */
interface Clue {
  readonly word: SearchWord;
  readonly key: IndexKey;
  /** The words that its key leads to; null for too many to be named. */
  readonly words: readonly Buffer[] | null;
  /** Names its parameters. */
  readonly number: number;
}

/** Finds contacts by parts of address and names. What matches is defined by the text; the index only makes it quick. */
@Injectable()
export class ContactSearch {
  constructor(private readonly db: Database) {}

  /** @returns null for a search without words, which everybody matches. */
  async find(search: string): Promise<Matches | null> {
    const words = searchWordsOf(search);
    if (words.length === 0) return null;
    const clues: Clue[] = [];
    for (const word of words)
      for (const key of word.keys) {
        const clue = { word, key, words: await this.wordsOf(key), number: clues.length };
        if (clue.words?.length === 0) return { kind: 'few', ids: [] };
        clues.push(clue);
      }
    const [first, ...others] = await this.rarestFirst(clues);
    if (first !== undefined) {
      const ids = await this.candidates(first, others, words);
      if (ids.length <= EXACT_MATCHES) return { kind: 'few', ids };
    }
    return { kind: 'many', counted: first !== undefined, ...selectionOf(words, clues) };
  }

  private async wordsOf({ text, whole }: IndexKey): Promise<Buffer[] | null> {
    const rows = await this.db.query<{ word: Buffer }>(
      whole
        ? `SELECT word FROM search_keys WHERE search_key = :text LIMIT ${MOST_NAMED_WORDS + 1}`
        : `SELECT word FROM search_keys WHERE search_key LIKE :beginning LIMIT ${MOST_NAMED_WORDS + 1}`,
      { text, beginning: likeStartsWith(text) },
    );
    if (rows.length > MOST_NAMED_WORDS) return null;
    return [...new Map(rows.map(({ word }) => [word.toString('hex'), word])).values()];
  }

  private async rarestFirst(clues: readonly Clue[]): Promise<readonly Clue[]> {
    if (clues.length < 2) return clues;
    const sized = [];
    for (const clue of clues) sized.push({ clue, size: await this.sizeOf(clue) });
    // Of those that are common alike, the ones with few words: they can be joined.
    return sized.sort((a, b) => a.size - b.size || breadthOf(a.clue) - breadthOf(b.clue)).map(({ clue }) => clue);
  }

  private async sizeOf(clue: Clue): Promise<number> {
    const [row] = await this.db.query<{ size: number }>(
      `SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${postingsOf(clue)} LIMIT ${FEW_CANDIDATES}) some`,
      paramsOf(clue),
    );
    return row?.size ?? 0;
  }

  /** The ids of those who match, one more than are listed if there are so many. */
  private async candidates(first: Clue, others: readonly Clue[], words: readonly SearchWord[]): Promise<number[]> {
    const probed = others.filter(({ words: named }) => named !== null && named.length <= MOST_PROBED_WORDS);
    const settled = new Set([first, ...probed].filter(({ word }) => word.keySuffices).map(({ word }) => word));
    const patterns = [...words.entries()].filter(([, word]) => !settled.has(word));
    const params: Record<string, SqlValue> = { ...paramsOf(first) };
    const joins = probed.map((clue) => {
      Object.assign(params, paramsOf(clue));
      return joinOf(clue, 'p.contact_id');
    });
    if (patterns.length > 0) joins.push('JOIN contacts c ON c.id = p.contact_id');
    const where = patterns.map(([number, { pattern }]) => {
      params[`pattern${number}`] = pattern;
      return `c.search_text LIKE :pattern${number}`;
    });
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT p.contact_id AS id FROM ${postingsOf(first)} ${joins.join(' ')}
        ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
        LIMIT ${EXACT_MATCHES + 1}`,
      params,
    );
    return rows.map(({ id }) => id);
  }
}

/** Each word as one that all its contacts have in common, walked in the order of their ids, or as a part of the text. */
function selectionOf(
  words: readonly SearchWord[],
  clues: readonly Clue[],
): Pick<Extract<Matches, { kind: 'many' }>, 'joins' | 'where' | 'params'> {
  const joins: string[] = [];
  const where: string[] = [];
  const params: Record<string, SqlValue> = {};
  for (const [number, word] of words.entries()) {
    const shared = clues.filter((clue) => clue.word === word && clue.words?.length === 1);
    joins.push(...shared.map((clue) => joinOf(clue, 'c.id')));
    Object.assign(params, ...shared.map(paramsOf));
    // It has one key only, so the join says all.
    if (word.keySuffices && shared.length > 0) continue;
    where.push(`c.search_text LIKE :pattern${number}`);
    params[`pattern${number}`] = word.pattern;
  }
  return { joins, where, params };
}

const breadthOf = ({ words }: Clue): number => words?.length ?? Infinity;

/** Those of the contacts `contactId` who have one of a clue's words; only for words that are named. */
function joinOf({ number }: Clue, contactId: string): string {
  return `JOIN contact_words p${number} ON p${number}.contact_id = ${contactId} AND p${number}.word IN (:words${number})`;
}

/** The postings of a clue as `p`. */
function postingsOf({ key, words, number }: Clue): string {
  if (words !== null) return `(SELECT word, contact_id FROM contact_words WHERE word IN (:words${number})) p`;
  const match = key.whole ? `= :key${number}` : `LIKE :key${number}`;
  return `(SELECT k.word, w.contact_id FROM search_keys k JOIN contact_words w ON w.word = k.word
            WHERE k.search_key ${match}) p`;
}

function paramsOf({ key, words, number }: Clue): Record<string, SqlValue> {
  if (words !== null) return { [`words${number}`]: words };
  return { [`key${number}`]: key.whole ? key.text : likeStartsWith(key.text) };
}
