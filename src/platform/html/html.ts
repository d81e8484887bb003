import { createHash } from 'node:crypto';
import { LOGO } from './look.js';

/** Escaped HTML, created by `html`, or by hand from constants only. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type HtmlContent = string | number | Html | null | readonly HtmlContent[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(content: HtmlContent): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}

/** Escapes text for the inside of an element and for a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * A template tag that escapes all values, for text and quoted attributes. Parts made by `html` are kept, lists are joined, null is empty.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

interface StyledPage {
  readonly title: string;
  readonly style: string;
  readonly body: Html;
  /** BCP 47. */
  readonly language?: string;
  /** The logo by default; `data:,` for none. */
  readonly icon?: string;
}

/** Returns the head of a page in light and dark, before its styles and scripts. */
export const headOf = (title: string, icon = LOGO): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${icon}" />
    <title>${title}</title>`;

/** Returns a whole page with one inline style sheet, without scripts. */
export const styledPage = ({ title, style, body, language = 'en', icon }: StyledPage): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        ${headOf(title, icon)} ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;

/**
 * Returns the `Content-Security-Policy` of such a page: nothing but its style sheet.
 * @param images further sources of images. @param forms where forms may post.
 */
export const policyFor = (style: string, images = '', forms = "'none'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src data:${images === '' ? '' : ` ${images}`}`,
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** The bar of pages outside of the console. */
export const TOP_BAR = html`<header class="bar"><a class="brand" href="/">Carillon</a></header>`;
