import { Parser } from 'htmlparser2';
import { hideLiquid } from './hide-liquid.js';
import { canFillLiquidUrl } from './liquid-url.js';

/** Placeholder of a tracked link, replaced by each recipient's own URL. Liquid does not change it. */
export const linkPlace = (position: number): string => `https://link.carillon.invalid/${position}/`;

const PLACE = /https:\/\/link\.carillon\.invalid\/(\d+)\//g;

export interface TrackedHtml {
  readonly html: string;
  /** The URLs by position; they may contain Liquid. */
  readonly urls: readonly string[];
}

/** Own links are never tracked: opting out must work without a redirect. */
const OWN_LINK = /\{\{-?\s*(unsubscribe_url|preferences_url|view_url|confirm_url)\b/;
const TRACKABLE = /^\s*https?:\/\//i;
const HREF = /(\shref\s*=\s*)("([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Replaces the URL of every `<a href>` and `<area href>` to the web by a placeholder. All other bytes stay, because a
 * serialized document could render differently in mail clients.
 */
export function trackLinks(written: string): TrackedHtml {
  const urls: string[] = [];
  const positions = new Map<string, number>();
  const html = rewriteWebLinks(written, (url) => {
    // A link that cannot be filled at the click is left untracked.
    if (!canFillLiquidUrl(url)) return null;
    const known = positions.get(url);
    if (known !== undefined) return linkPlace(known);
    positions.set(url, urls.length);
    return linkPlace(urls.push(url) - 1);
  });
  return { html, urls };
}

/**
 * Rewrites links to the web, but not own links.
 * @param rewrite gets the URL, and the attribute with marks in place of Liquid; it returns the new attribute, or null
 * to keep it.
 */
export function rewriteWebLinks(written: string, rewrite: (url: string, attribute: string) => string | null): string {
  const { text: html, restore } = hideLiquid(written);
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

/** Replaces the placeholders of `trackLinks` by URLs. */
export function fillLinks(content: string, urlOf: (position: number) => string): string {
  return content.replace(PLACE, (_whole, position: string) => urlOf(Number(position)));
}

/** Splits content into non-empty texts and the positions of the placeholders in between. */
export function splitAtPlaces(content: string): (string | number)[] {
  return content
    .split(PLACE)
    .map((piece, index) => (index % 2 === 0 ? piece : Number(piece)))
    .filter((piece) => piece !== '');
}

/** Returns whether the content contains a confirmation link. */
export function hasConfirmLink(content: string): boolean {
  return /\{\{-?\s*confirm_url\b/.test(content);
}
