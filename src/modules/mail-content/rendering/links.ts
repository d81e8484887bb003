import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../../platform/html/html.js';
import { hideLiquid } from './hide-liquid.js';
import { linkTarget, withoutLineBreaks } from './link-target.js';
import { linkTag } from './liquid.js';
import { beginsWithOwnLink, canCarryTarget, canFillLiquidUrl, dataNamesIn, parsed } from './liquid-url.js';

/** Placeholder of a tracked link, replaced by each recipient's own URL. Liquid does not change it. */
export const linkPlace = (position: number): string => `https://link.carillon.invalid/${position}/`;

const PLACE = /https:\/\/link\.carillon\.invalid\/(\d+)\//g;

interface TrackedHtml {
  readonly html: string;
  /** The URLs by position; they may contain Liquid. */
  readonly urls: readonly string[];
}

const WEB = /^https?:\/\//i;
/** Classic Outlook reads what is in these comments; other programs do not. */
const CONDITIONAL = /^\[if\b[^\]]*\]>/i;

/**
 * Replaces the URL of every link to the web by a placeholder, and the Liquid of other links by a tag that encodes its
 * values. Data is not known at the click, so the tag of such a link prints a URL that carries the target. All other bytes
 * stay, because a serialized document could render differently in mail clients.
 */
export function trackLinks(written: string, tracksClicks = true): TrackedHtml {
  const positions = new Map<string, number>();
  const positionOf = (target: string): number => {
    const position = positions.get(target) ?? positions.size;
    positions.set(target, position);
    return position;
  };
  const isData = dataNamesIn(written);
  const html = rewriteLinks(written, (url) => {
    const hasLiquid = url.includes('{');
    const target = hasLiquid ? url : linkTarget(url);
    if (target !== null && tracksClicks) {
      if (WEB.test(target) && canFillLiquidUrl(target)) return linkPlace(positionOf(target));
      if (canCarryTarget(target, isData)) return linkTag(target, positionOf(target));
    }
    if (hasLiquid) return parsed(url) ? linkTag(url) : null;
    return WEB.test(url) ? target : null;
  });
  return { html, urls: [...positions.keys()] };
}

/**
 * Rewrites the links of `<a>`, `<area>`, and VML, but not own links.
 * @param rewrite gets the URL, also with marks in place of Liquid; it returns the new URL in one of these forms, or null
 * to keep it.
 */
export function rewriteLinks(written: string, rewrite: (url: string, hidden: string) => string | null): string {
  const { text, restore } = hideLiquid(written);
  const rewritten = (html: string): string => {
    const pieces: string[] = [];
    let copied = 0;
    let isLink = false;
    const replace = (start: number, end: number, piece: string): void => {
      pieces.push(html.slice(copied, start), piece);
      copied = end;
    };
    const parser = new Parser(
      {
        onopentagname(name) {
          isLink = name === 'a' || name === 'area' || name.startsWith('v:');
        },
        onattribute(name, value) {
          if (name !== 'href' || !isLink) return;
          // HTML ignores a second attribute of the same name.
          isLink = false;
          const hidden = withoutLineBreaks(value);
          const url = restore(hidden);
          const target = beginsWithOwnLink(url) ? null : rewrite(url, hidden);
          if (target === null || target === value) return;
          const [before = ''] = /^[^=]*=\s*/.exec(html.slice(parser.startIndex, parser.endIndex)) ?? [];
          replace(parser.startIndex + before.length, parser.endIndex, `"${escapeHtml(target)}"`);
        },
        oncomment(comment) {
          const start = parser.startIndex + '<!--'.length;
          if (CONDITIONAL.test(comment)) replace(start, start + comment.length, rewritten(comment));
        },
      },
      { decodeEntities: true, recognizeSelfClosing: true },
    );
    parser.end(html);
    return pieces.join('') + html.slice(copied);
  };
  return restore(rewritten(text));
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
