/** Pairs of a letter without Unicode decomposition and its usual Latin spelling. */
const SPELLINGS = new Map(
  [
    'ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ŋ n ŧ t ə e',
    'а a б b в v г g ґ g д d ђ dj е e є ye ж zh з z и i і i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ c у u',
    'ф f х h ц ts ч ch џ dz ш sh щ shch ъ _ ы y ь _ э e ю yu я ya',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
  ]
    .join(' ')
    .split(' ')
    .flatMap((letter, at, all) => {
      const spelling = all[at + 1] ?? '';
      return at % 2 === 0 ? [[letter, spelling === '_' ? '' : spelling] as const] : [];
    }),
);

const MARKS = /\p{M}+/gu;

const ASCII = /^[\p{ASCII}]*$/u;

/** Columns hold 190 characters; slugs are shorter to leave room for a number. */
const COLUMN = 190;
const MAX_LENGTH = 180;

/** Converts to lower case without accents, and to Latin where a usual spelling exists: `Łódź` becomes `lodz`. */
export function plainSpelling(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return ASCII.test(letters) ? letters : Array.from(letters, (letter) => SPELLINGS.get(letter) ?? letter).join('');
}

/** Returns a title as lower-case ASCII words; an empty string if nothing has a Latin spelling (Chinese, emoji). */
export function slugOf(title: string, separator: '-' | '_' = '-'): string {
  const words =
    plainSpelling(title)
      .replace(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join(separator).slice(0, MAX_LENGTH);
  return slug.endsWith(separator) ? slug.slice(0, -1) : slug;
}

/** Returns the slug if it is free, or the first free `news-2`, `news-3`. Long slugs are shortened for the number. */
export function firstFree(slug: string, taken: ReadonlySet<string>, separator: '-' | '_' = '-'): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const behind = `${separator}${number}`;
    const candidate = `${Array.from(slug)
      .slice(0, COLUMN - behind.length)
      .join('')}${behind}`;
    if (!taken.has(candidate)) return candidate;
  }
}
