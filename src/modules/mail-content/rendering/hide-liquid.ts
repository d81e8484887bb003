import { Parser } from 'htmlparser2';

const OPENING = /\{\{|\{%/g;
const CLOSING: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' };
/** Private-use characters, which HTML parsers ignore and authors do not use. */
const SHELTERED = /\uE000(\d+)\uE001/g;

interface HiddenLiquid {
  /** The text with a mark in place of each piece of Liquid. */
  readonly text: string;
  /** Restores the Liquid in the text or in a part of it. */
  readonly restore: (text: string) => string;
  /** Where the pieces were. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Hides Liquid from HTML parsers, which would misread its quotes and brackets. */
export function hideLiquid(html: string): HiddenLiquid {
  const liquid: string[] = [];
  const ranges: [start: number, end: number][] = [];
  let text = '';
  let copied = 0;
  // A search for a missing end is not repeated; that would take quadratic time.
  const missing = new Set<string>();
  for (const { 0: opening, index } of html.matchAll(OPENING)) {
    const closing = CLOSING[opening] ?? '';
    if (index < copied || missing.has(closing)) continue;
    const end = html.indexOf(closing, index + opening.length);
    if (end === -1) {
      missing.add(closing);
      continue;
    }
    text += `${html.slice(copied, index)}\uE000${liquid.length}\uE001`;
    copied = end + closing.length;
    liquid.push(html.slice(index, copied));
    ranges.push([index, copied]);
  }
  text += html.slice(copied);
  return {
    text,
    ranges,
    restore: (part) => part.replace(SHELTERED, (whole, index: string) => liquid[Number(index)] ?? whole),
  };
}

export type Tag = Readonly<Record<'start' | 'end', number>>;

/** Returns the offsets of the first start tag of each name; undefined without one. */
export function findTags(html: string, ...names: readonly string[]): (Tag | undefined)[] {
  const { text, restore } = hideLiquid(html);
  const offsetOf = (index: number): number => restore(text.slice(0, index)).length;
  const found = new Map<string, Tag>();
  const parser = new Parser({
    onopentag(name) {
      if (names.includes(name) && !found.has(name))
        found.set(name, { start: offsetOf(parser.startIndex), end: offsetOf(parser.endIndex + 1) });
    },
  });
  parser.end(text);
  return names.map((name) => found.get(name));
}
