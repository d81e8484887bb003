import { convert, type FormatCallback } from 'html-to-text';
import { Parser } from 'htmlparser2';
import { refuseMoreThan, TemplateError } from './liquid.js';
import { shelterLiquid } from './liquid-shelter.js';

/**
 * The text part of an HTML template. Liquid is kept out of the conversion, which wraps lines and decodes entities: a
 * template does not survive that.
 */
export function textOf(html: string): string {
  const { text, restore } = shelterLiquid(html);
  return preamble(html) + withoutGaps(restore(toText(text)));
}

const MAX_DEPTH = 500;
/** Email clients clip emails that are far smaller; the conversion takes microseconds for each tag. */
const MOST_TAGS = 20_000;

/** @throws TemplateError with the place of the first tag too many. */
export function refuseManyTags(html: string): void {
  refuseMoreThan(MOST_TAGS, /</g, html, `must hold at most ${MOST_TAGS} HTML tags`);
}

/**
 * Mail programs give up on what nests much less deeply, and so would the conversion.
 * @throws TemplateError with the place of the first element that is too deep.
 */
export function refuseDeepNesting(html: string): void {
  const { text, restore } = shelterLiquid(html);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag() {
        depth += 1;
        if (depth <= MAX_DEPTH) return;
        const lines = restore(text.slice(0, parser.startIndex)).split('\n');
        const column = (lines.at(-1)?.length ?? 0) + 1;
        throw new TemplateError(`elements nest deeper than ${MAX_DEPTH} levels`, lines.length, column);
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { decodeEntities: false, recognizeSelfClosing: true },
  );
  parser.end(text);
}

const CAPTURE = /^\{%-?\s*(end)?capture\b/;

/** What a template does before its body begins, such as giving names to values. It shows nothing there, and counts here. */
function preamble(html: string): string {
  const body = /<body[\s>]/i.exec(html)?.index ?? 0;
  let kept = '';
  let captureFrom: number | null = null;
  for (const [start, end] of shelterLiquid(html).ranges) {
    if (start >= body) break;
    const written = html.slice(start, end);
    const [isCapture, isItsEnd] = CAPTURE.exec(written) ?? [];
    if (captureFrom === null && isCapture !== undefined && isItsEnd === undefined) captureFrom = start;
    else if (captureFrom !== null && isItsEnd !== undefined) {
      kept += html.slice(captureFrom, end);
      captureFrom = null;
    } else if (captureFrom === null && written.startsWith('{%')) kept += written;
  }
  return kept;
}

const LINES_OF_TAGS =
  /(^|\n)[ \t]*((?:(?:\{%-?\s*capture\b(?:(?!endcapture)[^\n])*endcapture\s*-?%\}|\{%(?:[^%]|%(?!\}))*%\})[ \t]*)+)\n+/g;

/** A tag on a line of its own leaves that line empty in the mail, and several leave a gap. */
function withoutGaps(text: string): string {
  return text
    .replace(LINES_OF_TAGS, (_line, before: string, tags: string) => before + tags.replace(/(?<=\})[ \t]+/g, ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cells stand beside each other. What is only laid out by a table has one to a row, and nothing is beside it. */
const formatCell: FormatCallback = (element, walk, builder) => {
  builder.addInline(' ');
  walk(element.children, builder);
  builder.addInline(' ');
};

const formatRow: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** An image is what its author says it shows. */
const formatImage: FormatCallback = (element, _walk, builder) => {
  const attributes = element.attribs as Readonly<Record<string, string>> | undefined;
  builder.addInline(attributes?.['alt'] ?? '');
};

function toText(html: string): string {
  return convert(html, {
    wordwrap: 72,
    formatters: { cell: formatCell, row: formatRow, alt: formatImage },
    selectors: [
      // Capitals are shouting, and they would spell a merged name differently from the words around it.
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'img', format: 'alt' },
      { selector: 'tr', format: 'row' },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['[data-carillon-hidden]', '[style*="display:none"]', '[style*="display: none"]'].map((selector) => ({
        selector,
        format: 'skip',
      })),
    ],
  });
}
