/** Bounds the time for hostile requests with many long names. */
const MAX_NAME_LENGTH = 40;
const MAX_KNOWN = 200;

const MIN_PART = 3;

/** Returns the most similar known name, for names that were mistyped or shortened; underscores and case are ignored. */
export function closestName(name: string, known: Iterable<string>): string | null {
  const plain = plainOf(name);
  if (plain.length > MAX_NAME_LENGTH) return null;
  const most = plain.length < 5 ? 1 : 2;
  const candidates = [...known]
    .slice(0, MAX_KNOWN)
    .map((each) => ({ each, changes: changesBetween(plain, plainOf(each), most) }));
  const [best] = candidates
    .filter(({ changes }) => changes <= most && changes < plain.length)
    .sort((a, b) => a.changes - b.changes);
  if (best || plain.length < MIN_PART) return best?.each ?? null;
  return [...known].slice(0, MAX_KNOWN).find((each) => isPart(plain, plainOf(each))) ?? null;
}

const isPart = (one: string, other: string): boolean =>
  other.length >= MIN_PART && (one.startsWith(other) || other.startsWith(one));

/** Returns `; did you mean <name>?`, or nothing without a similar name. */
export function didYouMean(name: unknown, known: Iterable<string>): string {
  const closest = typeof name === 'string' ? closestName(name, known) : null;
  return closest === null ? '' : `; did you mean ${closest}?`;
}

export const oneOfRule = (known: readonly string[]): string => `must be one of: ${known.join(', ')}`;

export const mustBeOneOf = (known: readonly string[], value: unknown): string =>
  `${oneOfRule(known)}${didYouMean(value, known)}`;

/** Lists the most similar name first, for sets that are too long to read. */
export function nearestFirst(name: unknown, known: readonly string[]): string {
  const closest = typeof name === 'string' ? closestName(name, known) : null;
  return [...new Set([...(closest === null ? [] : [closest]), ...known])].join(', ');
}

const plainOf = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

const at = (row: readonly number[], column: number): number => row[column] ?? 0;

/** Counts added, missing, replaced, or transposed letters; exact only up to the limit. */
function changesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? most + 1;
}
