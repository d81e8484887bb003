import { Parser } from 'htmlparser2';
import { shelterLiquid } from './liquid-shelter.js';
import { canFillLiquidUrl } from './liquid-url.js';

/** Where a tracked link stood; the renderer puts each recipient's own URL there. Liquid leaves it alone. */
export const linkPlace = (position: number): string => `https://link.carillon.invalid/${position}/`;

const PLACE = /https:\/\/link\.carillon\.invalid\/(\d+)\//g;

export interface TrackedHtml {
  readonly html: string;
  /** The targets in the order of their places; each may hold Liquid. */
  readonly urls: readonly string[];
}

/** Our own links are never tracked: opting out must work without a redirect. */
const OWN_LINK = /\{\{-?\s*(unsubscribe_url|preferences_url|view_url|confirm_url)\b/;
const TRACKABLE = /^\s*https?:\/\//i;
const HREF = /(\shref\s*=\s*)("([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Replaces the target of every `<a href>` and `<area href>` that leads to the web by a place. Everything else stays as
 * written, byte for byte: mail clients are too particular for a parser to write the document anew.
 */
export function trackLinks(written: string): TrackedHtml {
  const urls: string[] = [];
  const positions = new Map<string, number>();
  const html = rewriteWebLinks(written, (url) => {
    // What could not be filled at the click stays in the mail, where it can.
    if (!canFillLiquidUrl(url)) return null;
    const known = positions.get(url);
    if (known !== undefined) return linkPlace(known);
    positions.set(url, urls.length);
    return linkPlace(urls.push(url) - 1);
  });
  return { html, urls };
}

/**
 * Rewrites the links that lead to the web, and only them; our own are left alone.
 * @param rewrite gets the target, and the same as it stands in the attribute with marks in the place of Liquid; it
 *   answers what is to stand there, or null to leave it.
 */
export function rewriteWebLinks(written: string, rewrite: (url: string, attribute: string) => string | null): string {
  const { text: html, restore } = shelterLiquid(written);
  const pieces: string[] = [];
  let copied = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name !== 'a' && name !== 'area') return;
        const start = parser.startIndex;
        const end = parser.endIndex + 1;
        const tag = html.slice(start, end);
        const rewritten = rewriteTag(tag, restore, rewrite);
        if (rewritten === tag) return;
        pieces.push(html.slice(copied, start), rewritten);
        copied = end;
      },
    },
    { decodeEntities: false, recognizeSelfClosing: true },
  );
  parser.end(html);
  pieces.push(html.slice(copied));
  return restore(pieces.join(''));
}

function rewriteTag(
  tag: string,
  restore: (part: string) => string,
  rewrite: (url: string, attribute: string) => string | null,
): string {
  return tag.replace(HREF, (whole, name: string, _quoted, double?: string, single?: string, bare?: string) => {
    const attribute = (double ?? single ?? bare ?? '').trim();
    const url = restore(attribute.replace(/&amp;/gi, '&'));
    if (!TRACKABLE.test(url) || OWN_LINK.test(url)) return whole;
    const rewritten = rewrite(url, attribute);
    if (rewritten === null) return whole;
    const quote = rewritten.includes('"') ? "'" : '"';
    return `${name}${quote}${rewritten}${quote}`;
  });
}

/** Puts URLs into the places that `trackLinks` left. */
export function fillLinks(content: string, urlOf: (position: number) => string): string {
  return content.replace(PLACE, (_whole, position: string) => urlOf(Number(position)));
}

/** The texts around the places, none of them empty, and the positions of the places, in their order. */
export function splitAtPlaces(content: string): (string | number)[] {
  return content
    .split(PLACE)
    .map((piece, index) => (index % 2 === 0 ? piece : Number(piece)))
    .filter((piece) => piece !== '');
}

/** Whether a reader can confirm a subscription by this content. */
export function hasConfirmLink(content: string): boolean {
  return /\{\{-?\s*confirm_url\b/.test(content);
}
