import { findTags, type Tag } from './hide-liquid.js';

/** Formats of a body and the layout around it. */
export const DESIGN_TEMPLATES = ['simple', 'plain', 'raw_html', 'mjml'] as const;
export type DesignTemplate = (typeof DESIGN_TEMPLATES)[number];
/** The limit of the Liquid parser; texts that are rendered cannot be longer. */
export const BODY_LENGTH = 2_000_000;
export const SUBJECT_LENGTH = 500;

/** A Liquid value, so that the preheader is rendered once and escaped like the others. */
const PRE_HEADER_PLACE = '{{ carillon_pre_header }}';

/** Invisible characters after the preheader, because inbox previews would continue with the body. */
const PADDING = '&#8199;&#847;'.repeat(90);

const HIDDEN =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

// A card 600 pixels wide that shrinks on phones.
const STYLE = `body{margin:0;padding:0;background:#f4f4f6;color:#1f2328;-webkit-text-size-adjust:100%}
.card{box-sizing:border-box;max-width:600px;margin:0 auto;padding:32px 24px;background:#fff;font:16px/1.6 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
.card h1,.card h2,.card h3{line-height:1.25}
.card img{max-width:100%;height:auto}
.card table{max-width:100%}
a{color:#0b5cad}
@media (max-width:480px){.card{padding:24px 16px}}`;

const DARK_STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){body{background:#15171a!important;color:#f1f2f4!important}.card{background:#1f2226!important;color:#f1f2f4!important}a{color:#8ec5ff}}`;

/** A Liquid value, too. */
const SUBJECT_PLACE = '{{ carillon_subject }}';
const TITLE = `<title>${SUBJECT_PLACE}</title>`;
const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${TITLE}`;
const DARK_HEAD =
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">';

/** Dark text chosen for a white page would be unreadable in dark mode. */
export const HAS_COLORS = /\b(?:color(?!-scheme)|background|bgcolor)\b\s*[:=-]/i;

/** Adds the layout: `simple` a page, `plain` a skeleton; `raw_html`, `mjml`, and whole documents get only a language and a title. */
export function frame(html: string, design: DesignTemplate, hasPreHeader: boolean, language: string): string {
  const preview = hasPreHeader ? `<div data-carillon-hidden style="${HIDDEN}">${PRE_HEADER_PLACE}${PADDING}</div>` : '';
  if (design === 'raw_html' || design === 'mjml' || findTags(html, 'html')[0])
    return completed(html, language, preview);
  const darkHead = HAS_COLORS.test(html) ? '' : DARK_HEAD;
  const begin = `<!doctype html><html lang="${language}"><head>${HEAD}${darkHead}`;
  if (design === 'plain') return `${begin}</head><body>${preview}${html}</body></html>`;
  const style = `<style>${STYLE}${darkHead && DARK_STYLE}</style>`;
  return `${begin}${style}</head><body>${preview}<div class="card">${html}</div></body></html>`;
}

/** Inserts what a document lacks. HTML parsers accept `<html>` and `<title>` without `<head>` and end tags. */
function completed(html: string, language: string, preview: string): string {
  const [root, head, body, title, svg] = findTags(html, 'html', 'head', 'body', 'title', 'svg');
  const endOf = (tag: RegExp): number | undefined => tag.exec(html)?.[0].length;
  const start = root?.end ?? endOf(/^[\s\S]*?<!doctype[^>]*>/i) ?? 0;
  const inHead = head?.end ?? start;
  const inBody = body?.end ?? endOf(/^[\s\S]*?<\/head\s*>/i) ?? inHead;
  const insertions = [titleFor(html, inHead, title, svg), [inBody, preview] as const];
  if (!root) insertions.unshift([start, `<html lang="${language}">`]);
  else if (!/[\s:]lang\s*=/i.test(html.slice(root.start, root.end)))
    insertions.unshift([root.start + '<html'.length, ` lang="${language}"`]);
  return insertions
    .sort(([a], [b]) => a - b)
    .reduceRight((whole, [at, insertion]) => whole.slice(0, at) + insertion + whole.slice(at), html);
}

/** An `<svg>` has titles of its own. */
function titleFor(html: string, inHead: number, title?: Tag, svg?: Tag): readonly [at: number, insertion: string] {
  if (!title || (svg && svg.start < title.start)) return [inHead, TITLE];
  return [title.end, /^\s*<\/title/i.test(html.slice(title.end)) ? SUBJECT_PLACE : ''];
}
