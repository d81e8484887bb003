import { literally } from '../text/literally.js';

/** Replacement for removed words. */
export const ERASED = '[erased]';

const SHORTEST_NAME = 3;

/**
 * Removes words that identify a contact from texts of others: diagnostics, reasons, titles. Names match as whole words of at least three
 * letters, or "Al" would be removed from "also".
 */
export class KnownWords {
  private readonly pattern: RegExp | null;

  /**
   * @param parts addresses and numbers, matched as wholes: `ada@b.example` does not match `nevada@b.example`.
   * @param names matched as words.
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

  /** Whether the text contains one of them. */
  areIn(text: string): boolean {
    return this.pattern !== null && text.search(this.pattern) >= 0;
  }

  takenOutOf(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, ERASED);
  }

  /** The same for all texts in a JSON value; member names stay. */
  takenOutOfAll<Value>(value: Value): Value {
    if (typeof value === 'string') return this.takenOutOf(value) as Value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.takenOutOfAll(item)) as Value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.takenOutOfAll(item)])) as Value;
  }
}

/**
 * Cleans an opt-out reason: an offered reason, optionally with a comment after a colon. If the comment identifies the contact, only the
 * offered reason stays.
 */
export function withoutOwnWords(reason: string, words: KnownWords): string {
  if (!words.areIn(reason)) return reason;
  const [choice = '', ...own] = reason.split(': ');
  return own.length > 0 && !words.areIn(choice) ? choice : '';
}

/** Longest first, so that no part of another one remains. */
function wellKnown(texts: Iterable<string | null>): string[] {
  const known = new Set<string>();
  for (const text of texts) if (text !== null && text.trim().length >= SHORTEST_NAME) known.add(text.trim());
  return [...known].sort((a, b) => b.length - a.length);
}
