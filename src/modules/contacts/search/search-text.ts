import { hash } from 'node:crypto';
import { plainSpelling } from '../../../platform/text/slug.js';
import { likeContains } from '../../../platform/sql/like.js';

/**
 * How a contact is written down to be searched: address and names in plain spelling, with a mark before each run of letters
 * and digits. The mark makes "at the start of a word" an ordinary part of a text, for LIKE as for an index.
 */
export const START = '\u0001';

/** The width of a key. What is longer is told apart by the texts of the contacts. */
export const LONGEST_KEY = 40;
/** Words are found by their inside from this length on; shorter ones only by how they begin. */
const SHORTEST_INSIDE = 3;
/** Nobody searches for the end of a longer word, and each of its letters would cost a row. */
const LONGEST_WORD = 64;
/** The width of its column. Three fields of 190 letters stay below it unless they are all rare ligatures. */
const LONGEST_TEXT = 1_000;
/** Further words of a search are ignored, so that its cost is bounded. */
const MOST_WORDS = 8;
/** Of a word of many parts (`anna.b.smith@mail`) the longest say enough. */
const MOST_KEYS = 3;

const RUN = /[\p{L}\p{N}]+/gu;
const UNUSABLE = /\p{Cc}+/gu;
/** Most texts are of these letters only, and for them the same is found several times faster. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;
const BYTES_OF_WORD = 8;

interface Searchable {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Where and how the index is asked for a word of a search. */
export interface IndexKey {
  readonly text: string;
  /** The whole rest of an indexed word, or only how it goes on. */
  readonly whole: boolean;
}

/** A word of a search. */
export interface SearchWord {
  /** What the text of a contact has to be LIKE. */
  readonly pattern: string;
  /** By each of its parts. None for what no index knows: `@`, `-`, a single letter before a dot. */
  readonly keys: readonly IndexKey[];
  /** Whether everybody found by the one key fits the pattern. */
  readonly keySuffices: boolean;
}

/** The text under which a contact is searched. */
export function searchTextOf({ email, firstName, lastName }: Searchable): string {
  let plain = plainSpelling(email);
  if (firstName !== null) plain += ` ${plainSpelling(firstName)}`;
  if (lastName !== null) plain += ` ${plainSpelling(lastName)}`;
  const text = marked(plain.replace(UNUSABLE, ' '));
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
}

/** The words of such a text, each once. */
export function wordsOf(text: string): Set<string> {
  return new Set((text.match(runsOf(text)) ?? []).map((word) => shortened(word, LONGEST_WORD)));
}

/** Under which keys a word is found: marked as a whole, and from each of its letters on. */
export function keysOf(word: string): string[] {
  // Of these each letter is one unit of the string.
  const letters: string | readonly string[] = ASCII.test(word) ? word : Array.from(word);
  const keys = [shortened(START + word, LONGEST_KEY)];
  for (let from = 0; from <= letters.length - SHORTEST_INSIDE; from += 1) {
    const part = letters.slice(from, from + LONGEST_KEY);
    keys.push(typeof part === 'string' ? part : part.join(''));
  }
  return keys;
}

/**
 * Eight bytes that stand for a word, as 16 hex digits. Two of a hundred million words are the same with a probability of 3 in
 * 10,000.
 */
export function wordId(word: string): string {
  return hash('sha256', word, 'hex').slice(0, 2 * BYTES_OF_WORD);
}

/** What is typed into a search, word by word. */
export function searchWordsOf(search: string): SearchWord[] {
  const words = plainSpelling(search).replace(UNUSABLE, ' ').split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MOST_WORDS).map(searchWord);
}

function searchWord(word: string): SearchWord {
  const runs = Array.from(word.matchAll(RUN), (match) => ({ text: match[0], index: match.index }));
  const [first] = runs;
  const alone = runs.length === 1 && first?.text === word;
  // The first run may be the end of a longer word, unless it is too short to be looked for inside of words.
  const mayBeginInside = first?.index === 0 && (lengthOf(first.text) >= SHORTEST_INSIDE || !alone);
  const text = mayBeginInside ? marked(word).slice(START.length) : marked(word);
  const keys = runs
    .map(({ text: run, index }) => {
      const inside = mayBeginInside && index === 0;
      const letters = Array.from(run).slice(0, LONGEST_WORD);
      return {
        text: cut(inside ? letters : [START, ...letters]),
        whole: index + run.length < word.length && letters.length < LONGEST_KEY,
        indexed: !inside || letters.length >= SHORTEST_INSIDE,
      };
    })
    .filter(({ indexed }) => indexed)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MOST_KEYS);
  return {
    pattern: likeContains(text),
    keys: keys.map(({ text: key, whole }) => ({ text: key, whole })),
    keySuffices: alone && keys.length > 0 && lengthOf(word) < LONGEST_KEY,
  };
}

const cut = (letters: readonly string[]): string => letters.slice(0, LONGEST_KEY).join('');
const lengthOf = (text: string): number => Array.from(text).length;
const runsOf = (text: string): RegExp => (ASCII.test(text) ? ASCII_RUN : RUN);
const marked = (text: string): string => text.replace(runsOf(text), `${START}$&`);

/** Its first letters, as many as fit; whole ones. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}
