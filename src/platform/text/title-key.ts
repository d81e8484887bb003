import { createHash } from 'node:crypto';

/** Column width: the index holds 760 four-byte characters. */
const KEY_LENGTH = 760;
const HASH_LENGTH = 64;

/** Returns the uniqueness key of a title, in a binary collation: those of servers treat `é` and `e`, and all emoji, as equal. */
export function titleKey(title: string): string {
  // Upper case first, then letter by letter: so `ß` equals `SS`, and a final sigma equals a sigma.
  const folded = Array.from(title.normalize('NFKC').toUpperCase(), (letter) => letter.toLowerCase()).join('');
  const letters = Array.from(folded.normalize('NFKC').replace(/\s+/gu, ' ').trim());
  if (letters.length <= KEY_LENGTH) return letters.join('');
  // One compatibility character may expand to eighteen letters.
  const hash = createHash('sha256').update(letters.join('')).digest('hex');
  return letters.slice(0, KEY_LENGTH - HASH_LENGTH).join('') + hash;
}
