import { hash } from 'node:crypto';
import { formsOf } from '../../../platform/text/email-address.js';
import { plainSpelling } from '../../../platform/text/slug.js';
import { likeContains } from '../../../platform/sql/like.js';

/**
 * Marks the start of each run of letters and digits in the search text of a contact, so that "at the start of a word" is an
 * ordinary substring, for LIKE and for the index. Runs in a script without spaces have two, which earlier versions did not write.
 */
export const START = '\u0001';

/** The width of the key column. Longer words are distinguished by the search text. */
export const MAX_KEY_LENGTH = 40;
/** Words match inside other words from this length; shorter ones only at the start of a word, except in scripts without spaces. */
const MIN_INFIX_LENGTH = 3;
/** Longer words are truncated: each letter costs a row, and their ends are rarely searched. */
const MAX_WORD_LENGTH = 64;
/** The width of the column. Three fields of 190 characters fit, unless they consist of rare ligatures. */
const MAX_TEXT_LENGTH = 1_000;
/** Further words are ignored to limit the cost of a search. */
const MAX_WORDS = 8;
/** Of a word with many parts (`anna.b.smith@example`), only the longest are looked up. */
const MAX_KEYS = 3;

const RUN = /[\p{L}\p{N}]+/gu;
/** Scripts that write no spaces between words: names are searched by any of their letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Names are written with any of them, or without. */
const APOSTROPHES = /['`´‘’‛ʹ-ʿ′＇]/gu;
/** What only texts of earlier versions contain, as PCRE: one mark before a run, and apostrophes. */
export const EARLIER = {
  run: '(?<!\\x01)\\x01[\\p{L}\\p{N}]*[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\p{Thai}][\\p{L}\\p{N}]*',
  apostrophe: APOSTROPHES.source,
};
const UNUSABLE = /\p{Cc}+/gu;
/** A fast path: most texts are ASCII. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;
const BYTES_OF_WORD = 8;

interface Searchable {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface IndexKey {
  readonly text: string;
  /** Whether the key must match exactly; otherwise it is a prefix. */
  readonly whole: boolean;
}

export interface SearchWord {
  readonly pattern: string;
  /** One per part; empty if nothing is indexed: `@`, `-`, a single letter before a dot. */
  readonly keys: readonly IndexKey[];
  /** Whether every match of the only key also matches the pattern. */
  readonly keySuffices: boolean;
}

/** Converts to the letters that are compared. */
export const searchSpelling = (text: string): string => plainSpelling(text.replace(APOSTROPHES, ''));

/** Returns the names as a search finds them. In scripts without spaces, the family name and the first name are one word. */
export function searchNamesOf(firstName: string | null, lastName: string | null): string[] {
  const [first, last] = [searchSpelling(firstName ?? ''), searchSpelling(lastName ?? '')];
  return DENSE.test(first) && DENSE.test(last) ? [last + first] : [first, last].filter((name) => name !== '');
}

export function searchTextOf({ email, firstName, lastName }: Searchable): string {
  const plain = [...formsOf(email).map(searchSpelling), ...searchNamesOf(firstName, lastName)].join(' ');
  const text = marked(plain.replace(UNUSABLE, ' '));
  return text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
}

export function wordsOf(text: string): Set<string> {
  return new Set((text.match(runsOf(text)) ?? []).map((word) => shortened(word, MAX_WORD_LENGTH)));
}

/** Returns the keys of a word: the marked whole word, and each suffix. */
export function keysOf(word: string): string[] {
  // In ASCII, each letter is one code unit.
  const letters: string | readonly string[] = ASCII.test(word) ? word : Array.from(word);
  const keys = [shortened(START + word, MAX_KEY_LENGTH)];
  for (let from = 0, last = letters.length - infixLength(word); from <= last; from += 1) {
    const part = letters.slice(from, from + MAX_KEY_LENGTH);
    keys.push(typeof part === 'string' ? part : part.join(''));
  }
  return keys;
}

/** Returns 8 bytes of a hash as 16 hex digits. Among 100 million words, a collision has a probability of 3 in 10,000. */
export function wordId(word: string): string {
  return hash('sha256', word, 'hex').slice(0, 2 * BYTES_OF_WORD);
}

export function searchWordsOf(search: string): SearchWord[] {
  const words = searchSpelling(search).replace(UNUSABLE, ' ').split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MAX_WORDS).map(searchWord);
}

function searchWord(word: string): SearchWord {
  const runs = Array.from(word.matchAll(RUN), (match) => ({ text: match[0], index: match.index }));
  const [first] = runs;
  const alone = runs.length === 1 && first?.text === word;
  // The first run may be the end of a longer word, unless it is too short to match inside words.
  const mayBeginInside = first?.index === 0 && (lengthOf(first.text) >= infixLength(first.text) || !alone);
  const text = mayBeginInside ? marked(word).slice(marked(word).indexOf(first.text)) : marked(word);
  const keys = runs
    .map(({ text: run, index }) => {
      const inside = mayBeginInside && index === 0;
      const letters = Array.from(run).slice(0, MAX_WORD_LENGTH);
      return {
        text: cut(inside ? letters : [START, ...letters]),
        whole: index + run.length < word.length && letters.length < MAX_KEY_LENGTH,
        indexed: !inside || letters.length >= infixLength(run),
      };
    })
    .filter(({ indexed }) => indexed)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MAX_KEYS);
  return {
    pattern: likeContains(text),
    keys: keys.map(({ text: key, whole }) => ({ text: key, whole })),
    keySuffices: alone && keys.length > 0 && lengthOf(word) < MAX_KEY_LENGTH,
  };
}

const cut = (letters: readonly string[]): string => letters.slice(0, MAX_KEY_LENGTH).join('');
const lengthOf = (text: string): number => Array.from(text).length;
const runsOf = (text: string): RegExp => (ASCII.test(text) ? ASCII_RUN : RUN);
const marked = (text: string): string =>
  ASCII.test(text)
    ? text.replace(ASCII_RUN, `${START}$&`)
    : text.replace(RUN, (run) => (DENSE.test(run) ? START + START : START) + run);
const infixLength = (text: string): number => (DENSE.test(text) ? 1 : MIN_INFIX_LENGTH);

/** Truncates without splitting letters. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}
