import { convert, type FormatCallback } from 'html-to-text';
import { Parser } from 'htmlparser2';
import { refuseMoreThan, TemplateError } from './liquid.js';
import { findTags, hideLiquid } from './hide-liquid.js';

/** Liquid is hidden from the conversion, which would wrap its lines and decode its entities. */
export function textOf(html: string): string {
  const { text, restore } = hideLiquid(html);
  return preamble(html) + withoutGaps(restore(toText(text)));
}

const MAX_DEPTH = 500;
/** Email clients clip much smaller emails, and the conversion takes microseconds per tag. */
const MAX_TAGS = 20_000;

/** @throws TemplateError with the place of the first tag above the limit. */
export function refuseManyTags(html: string): void {
  refuseMoreThan(MAX_TAGS, /</g, html, `must hold at most ${MAX_TAGS} HTML tags`);
}

/** Mail programs and the conversion fail at a certain depth. @throws TemplateError */
export function refuseDeepNesting(html: string): void {
  const { text, restore } = hideLiquid(html);
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

const CAPTURE = /^\{%-?\s*capture\b/;
const END_OF_CAPTURE = /^\{%-?\s*endcapture\b/;

/** Returns what precedes the body in a template, such as assignments. It renders nothing but affects the rest. */
function preamble(html: string): string {
  const body = findTags(html, 'body')[0]?.start ?? 0;
  let kept = '';
  let captureFrom: number | null = null;
  for (const [start, end] of hideLiquid(html).ranges) {
    if (start >= body) break;
    const written = html.slice(start, end);
    if (captureFrom === null && CAPTURE.test(written)) captureFrom = start;
    else if (captureFrom === null && written.startsWith('{%')) kept += written;
    else if (captureFrom !== null && END_OF_CAPTURE.test(written)) {
      kept += html.slice(captureFrom, end);
      captureFrom = null;
    }
  }
  return kept;
}

const LINES_OF_TAGS =
  /(^|\n)[ \t]*((?:(?:\{%-?\s*capture\b(?:(?!endcapture)[^\n])*endcapture\s*-?%\}|\{%(?:[^%]|%(?!\}))*%\})[ \t]*)+)\n+/g;

/** Removes lines that contain only tags, which would leave gaps. */
function withoutGaps(text: string): string {
  return text
    .replace(LINES_OF_TAGS, (_line, before: string, tags: string) => before + tags.replace(/(?<=\})[ \t]+/g, ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Separates cells. A layout table has one cell per row. */
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

/** Replaces an image by its alternative text. */
const formatImage: FormatCallback = (element, _walk, builder) => {
  const attributes = element.attribs as Readonly<Record<string, string>> | undefined;
  builder.addInline(attributes?.['alt'] ?? '');
};

function toText(html: string): string {
  return convert(html, {
    wordwrap: 72,
    formatters: { cell: formatCell, row: formatRow, alt: formatImage },
    selectors: [
      // Upper case would change the spelling of merged names.
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'img', format: 'alt' },
      { selector: 'tr', format: 'row' },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['title', '[data-carillon-hidden]', '[style*="display:none"]', '[style*="display: none"]'].map((selector) => ({
        selector,
        format: 'skip',
      })),
    ],
  });
}
