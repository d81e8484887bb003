import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { Html, html } from '../../../platform/html/html.js';
import { TEXTS } from './page-catalogue.js';
import { languageOf } from '../../mail-content/links/page-language.js';
import { STYLE } from './page-style.js';
import type { PageText, PublicPageName, Texts } from './page-texts.js';

export type { PublicPageName } from './page-texts.js';

/** What of a page its words do not say. */
export interface PageExtras {
  /** Sent along by the page's button. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** In the form, before the button. */
  readonly inForm?: Html;
  /** Below everything else. */
  readonly below?: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WholePage {
  readonly title: string;
  readonly content: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** No script, no cookie, nothing from elsewhere, no frame round it; of styles only our own. */
const SECURITY_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Everything that public pages say, in the language that the reader's browser asks for. */
export function textsFor(request: Request): Texts {
  return TEXTS[languageOf(request.get('accept-language'))];
}

/** A page of words with at most one button, in the language of the reader. */
export function publicPage(
  request: Request,
  response: Response,
  status: number,
  name: PublicPageName,
  extras: PageExtras = {},
): void {
  const { title, text, button }: PageText = textsFor(request).pages[name];
  const { hidden = {}, inForm = null, below = null, headers = {} } = extras;
  const form =
    button === undefined
      ? null
      : html`<form method="post">${hiddenFields(hidden)}${inForm}<button type="submit">${button}</button></form>`;
  const content = html`<h1>${title}</h1>
    <p>${text}</p>
    ${form}${below}`;
  sendPage(request, response, status, { title, content, headers });
}

/** Any other page in the same frame, under the same rules. */
export function sendPage(
  request: Request,
  response: Response,
  status: number,
  { title, content, headers = {} }: WholePage,
): void {
  const language = languageOf(request.get('accept-language'));
  response
    .status(status)
    .set({
      ...SECURITY_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      Vary: 'Accept-Language',
      ...headers,
    })
    .send(
      html`<!doctype html>
        <html lang="${language}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width,initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <link rel="icon" href="data:," />
            <title>${title}</title>
            ${new Html(`<style>${STYLE}</style>`)}
          </head>
          <body>
            <main>${content}</main>
            ${footer(request)}
          </body>
        </html>`.text,
    );
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Whose page this is: readers should know, and the law wants them to. */
function footer(request: Request): Html | null {
  const { businessName = '', businessAddress = '' } = (request.app.locals as PageLocals).business ?? {};
  const lines = [businessName, businessAddress].filter((line) => line !== '');
  return lines.length === 0 ? null : html`<footer>${lines.join('\n')}</footer>`;
}

/** What the application tells its pages about itself. */
interface PageLocals {
  readonly business?: { readonly businessName: string; readonly businessAddress: string };
}
