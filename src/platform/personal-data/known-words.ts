import { literally } from '../text/literally.js';

/** What is left where a word of a person stood in a longer text. */
export const ERASED = '[erased]';

const SHORTEST_NAME = 3;

/**
 * Takes the words that say who a person is out of texts that others wrote: diagnostics, reasons, titles. Names count as
 * whole words and only from three letters on, or "Al" would be taken out of every "also".
 */
export class KnownWords {
  private readonly pattern: RegExp | null;

  /**
   * @param parts addresses and numbers, looked for as wholes: `ada@b.example` is not in `nevada@b.example`.
   * @param names looked for as words.
   */
  constructor(parts: Iterable<string | null>, names: Iterable<string | null> = []) {
    const anywhere = wellKnown(parts);
    const words = wellKnown(names);
    const patterns = [
      ...anywhere.map((part) => `(?<![\\p{L}\\p{N}._+-])${literally(part)}(?![\\p{L}\\p{N}_-])`),
      ...words.map((word) => `(?<![\\p{L}\\p{N}])${literally(word)}(?![\\p{L}\\p{N}])`),
    ];
    this.pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'giu');
  }

  /** Whether one of them is in it. */
  areIn(text: string): boolean {
    return this.pattern !== null && text.search(this.pattern) >= 0;
  }

  takenOutOf(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, ERASED);
  }

  /** The same in every text within a value that came as JSON; names of members stay. */
  takenOutOfAll<Value>(value: Value): Value {
    if (typeof value === 'string') return this.takenOutOf(value) as Value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.takenOutOfAll(item)) as Value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.takenOutOfAll(item)])) as Value;
  }
}

/**
 * Why somebody left, as it is counted: one of the reasons that are offered, and after a colon what the person had to say. It
 * stays as it is unless that says who it was; then the reason that was chosen is all that is left.
 */
export function withoutOwnWords(reason: string, words: KnownWords): string {
  if (!words.areIn(reason)) return reason;
  const [choice = '', ...own] = reason.split(': ');
  return own.length > 0 && !words.areIn(choice) ? choice : '';
}

/** The longer ones first, so that none leaves the rest of another one behind. */
function wellKnown(texts: Iterable<string | null>): string[] {
  const known = new Set<string>();
  for (const text of texts) if (text !== null && text.trim().length >= SHORTEST_NAME) known.add(text.trim());
  return [...known].sort((a, b) => b.length - a.length);
}
