import { Parser } from 'htmlparser2';
import { hideLiquid } from './hide-liquid.js';

/** Returns the offsets of the first start tag of this name and of its end; null without one. */
export function findTag(html: string, wanted: string): { readonly start: number; readonly end: number } | null {
  const { text, restore } = hideLiquid(html);
  const found: number[] = [];
  const parser = new Parser({
    onopentag(name) {
      if (name === wanted) found.push(parser.startIndex, parser.endIndex + 1);
    },
  });
  parser.end(text);
  const [start, end] = found.slice(0, 2).map((index) => restore(text.slice(0, index)).length);
  return start === undefined || end === undefined ? null : { start, end };
}
