import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { likeStartsWith } from '../../../platform/sql/like.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { type IndexKey, type SearchWord, searchWordsOf } from './search-text.js';

/** Up to this number, matches are listed by id; above it, the page query searches in its own order. */
export const EXACT_MATCHES = 10_000;

const MAX_NAMED_WORDS = 256;
/** With more words than this, probing the index per candidate costs more than reading its text. */
const MAX_PROBED_WORDS = 4;
/** A word with fewer matches is a good start; counting further would cost more than it saves. */
const FEW_CANDIDATES = 2_000;

/** The result of a search: either all matching ids, or joins and conditions on `contacts c`. */
export type Matches =
  | { readonly kind: 'few'; readonly ids: readonly number[] }
  | {
      readonly kind: 'many';
      /** Whether there are known to be more than `EXACT_MATCHES`; words without an index key are not counted. */
      readonly counted: boolean;
      readonly joins: readonly string[];
      readonly where: readonly string[];
      readonly params: Readonly<Record<string, SqlValue>>;
    };

interface SearchTerm {
  readonly word: SearchWord;
  readonly key: IndexKey;
  /** The words of the key; null if there are too many. */
  readonly words: readonly Buffer[] | null;
  readonly number: number;
}

/** Searches contacts by parts of address and names. The text defines what matches; the index only speeds it up. */
@Injectable()
export class ContactSearch {
  constructor(private readonly db: Database) {}

  /** @returns null for a search without words, which matches all contacts. */
  async find(search: string): Promise<Matches | null> {
    const words = searchWordsOf(search);
    if (words.length === 0) return null;
    const terms: SearchTerm[] = [];
    for (const word of words)
      for (const key of word.keys) {
        const term = { word, key, words: await this.wordsOf(key), number: terms.length };
        if (term.words?.length === 0) return { kind: 'few', ids: [] };
        terms.push(term);
      }
    const [first, ...others] = await this.rarestFirst(terms);
    if (first !== undefined) {
      const ids = await this.candidates(first, others, words);
      if (ids.length <= EXACT_MATCHES) return { kind: 'few', ids };
    }
    return { kind: 'many', counted: first !== undefined, ...selectionOf(words, terms) };
  }

  private async wordsOf({ text, whole }: IndexKey): Promise<Buffer[] | null> {
    const rows = await this.db.query<{ word: Buffer }>(
      whole
        ? `SELECT word FROM search_keys WHERE search_key = :text LIMIT ${MAX_NAMED_WORDS + 1}`
        : `SELECT word FROM search_keys WHERE search_key LIKE :beginning LIMIT ${MAX_NAMED_WORDS + 1}`,
      { text, beginning: likeStartsWith(text) },
    );
    if (rows.length > MAX_NAMED_WORDS) return null;
    return [...new Map(rows.map(({ word }) => [word.toString('hex'), word])).values()];
  }

  private async rarestFirst(terms: readonly SearchTerm[]): Promise<readonly SearchTerm[]> {
    if (terms.length < 2) return terms;
    const sized = [];
    for (const term of terms) sized.push({ term, size: await this.sizeOf(term) });
    // Among equally common ones, prefers those with few words, because they can be joined.
    return sized.sort((a, b) => a.size - b.size || breadthOf(a.term) - breadthOf(b.term)).map(({ term }) => term);
  }

  private async sizeOf(term: SearchTerm): Promise<number> {
    const [row] = await this.db.query<{ size: number }>(
      `SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${postingsOf(term)} LIMIT ${FEW_CANDIDATES}) some`,
      paramsOf(term),
    );
    return row?.size ?? 0;
  }

  /** Returns the matching ids, at most `EXACT_MATCHES` + 1. */
  private async candidates(
    first: SearchTerm,
    others: readonly SearchTerm[],
    words: readonly SearchWord[],
  ): Promise<number[]> {
    const probed = others.filter(({ words: named }) => named !== null && named.length <= MAX_PROBED_WORDS);
    const settled = new Set([first, ...probed].filter(({ word }) => word.keySuffices).map(({ word }) => word));
    const patterns = [...words.entries()].filter(([, word]) => !settled.has(word));
    const params: Record<string, SqlValue> = { ...paramsOf(first) };
    const joins = probed.map((term) => {
      Object.assign(params, paramsOf(term));
      return joinOf(term, 'p.contact_id');
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

/** Joins each word that all its contacts share, which is read in the order of ids; other words are text conditions. */
function selectionOf(
  words: readonly SearchWord[],
  terms: readonly SearchTerm[],
): Pick<Extract<Matches, { kind: 'many' }>, 'joins' | 'where' | 'params'> {
  const joins: string[] = [];
  const where: string[] = [];
  const params: Record<string, SqlValue> = {};
  for (const [number, word] of words.entries()) {
    const shared = terms.filter((term) => term.word === word && term.words?.length === 1);
    joins.push(...shared.map((term) => joinOf(term, 'c.id')));
    Object.assign(params, ...shared.map(paramsOf));
    // With a single key, the join is sufficient.
    if (word.keySuffices && shared.length > 0) continue;
    where.push(`c.search_text LIKE :pattern${number}`);
    params[`pattern${number}`] = word.pattern;
  }
  return { joins, where, params };
}

const breadthOf = ({ words }: SearchTerm): number => words?.length ?? Infinity;

/** Joins the contacts `contactId` with one of the words of a clue; requires `words`. */
function joinOf({ number }: SearchTerm, contactId: string): string {
  return `JOIN contact_words p${number} ON p${number}.contact_id = ${contactId} AND p${number}.word IN (:words${number})`;
}

/** Selects the postings of a clue as `p`. */
function postingsOf({ key, words, number }: SearchTerm): string {
  if (words !== null) return `(SELECT word, contact_id FROM contact_words WHERE word IN (:words${number})) p`;
  const match = key.whole ? `= :key${number}` : `LIKE :key${number}`;
  return `(SELECT k.word, w.contact_id FROM search_keys k JOIN contact_words w ON w.word = k.word
            WHERE k.search_key ${match}) p`;
}

function paramsOf({ key, words, number }: SearchTerm): Record<string, SqlValue> {
  if (words !== null) return { [`words${number}`]: words };
  return { [`key${number}`]: key.whole ? key.text : likeStartsWith(key.text) };
}
