const OPENING = /\{\{|\{%/g;
const CLOSING: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' };
/** Private-use characters: no parser of HTML minds them, and nobody writes them. */
const SHELTERED = /\uE000(\d+)\uE001/g;

export interface Sheltered {
  /** The text with a mark in the place of each piece of Liquid. */
  readonly text: string;
  /** Puts the Liquid back into the text, or into any part of it. */
  readonly restore: (text: string) => string;
  /** Where the pieces stood. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Keeps Liquid out of the hands of HTML parsers: its quotes and brackets mean nothing to them. */
export function shelterLiquid(html: string): Sheltered {
  const liquid: string[] = [];
  const ranges: [start: number, end: number][] = [];
  let text = '';
  let copied = 0;
  // A search for a closing that is not there is not repeated: it would make this quadratic.
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
