import { createHash } from 'node:crypto';

/** The width of the key columns: 760 four-byte characters are what an index may hold. */
const KEY_LENGTH = 760;
const HASH_LENGTH = 64;

/**
 * What makes two titles the same: compatibility forms unified, case folded, runs of blanks as one. It is stored beside the
 * title in a binary-collated unique column, because the collations of the servers call `é` and `e`, and all emoji, equal.
 */
export function titleKey(title: string): string {
  // Upper case first, then letter by letter: so `ß` meets `SS`, and a final sigma is no letter of its own.
  const folded = Array.from(title.normalize('NFKC').toUpperCase(), (letter) => letter.toLowerCase()).join('');
  const letters = Array.from(folded.normalize('NFKC').replace(/\s+/gu, ' ').trim());
  if (letters.length <= KEY_LENGTH) return letters.join('');
  // A single compatibility character may unfold into eighteen letters.
  const hash = createHash('sha256').update(letters.join('')).digest('hex');
  return letters.slice(0, KEY_LENGTH - HASH_LENGTH).join('') + hash;
}
