export const ERASED = '[erased]';

const MIN_NAME_LENGTH = 3;

/** Removes words that identify a contact from diagnostics, reasons, and titles. Names are whole words of at least three letters. */
export class IdentifyingWords {
  private readonly pattern: RegExp | null;

  /** @param parts addresses and numbers as wholes: `ada@b.example` does not match `nevada@b.example`. */
  constructor(parts: Iterable<string | null>, names: Iterable<string | null> = []) {
    const anywhere = longestFirst(parts);
    const words = longestFirst(names);
    const patterns = [
      ...anywhere.map((part) => `(?<![\\p{L}\\p{N}._+-])${RegExp.escape(part)}(?![\\p{L}\\p{N}_-])`),
      ...words.map((word) => `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`),
    ];
    this.pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'giu');
  }

  occurIn(text: string): boolean {
    return this.pattern !== null && text.search(this.pattern) >= 0;
  }

  removeFrom(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, ERASED);
  }

  /** The same for all texts in a JSON value; member names stay. */
  removeFromAll<Value>(value: Value): Value {
    if (typeof value === 'string') return this.removeFrom(value) as Value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.removeFromAll(item)) as Value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.removeFromAll(item)])) as Value;
  }
}

/** Cleans an opt-out reason: of one with a comment that identifies the contact, only the part before the colon stays. */
export function withoutIdentifyingComment(reason: string, words: IdentifyingWords): string {
  if (!words.occurIn(reason)) return reason;
  const [choice = '', ...own] = reason.split(': ');
  return own.length > 0 && !words.occurIn(choice) ? choice : '';
}

/** Longest first, so that no part of another one remains. */
function longestFirst(texts: Iterable<string | null>): string[] {
  const known = new Set<string>();
  for (const text of texts) if (text !== null && text.trim().length >= MIN_NAME_LENGTH) known.add(text.trim());
  return [...known].sort((a, b) => b.length - a.length);
}
