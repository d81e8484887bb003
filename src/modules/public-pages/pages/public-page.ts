import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { Html, html } from '../../../platform/html/html.js';
import { languageOf } from '../../mail-content/links/page-language.js';
import { STYLE } from './page-style.js';
import { type PublicPageName, type Texts, TEXTS } from './page-texts.js';

export type { PublicPageName } from './page-texts.js';

export interface PageExtras {
  /** Hidden fields that the button submits. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly inForm?: Html;
  readonly below?: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WholePage {
  readonly title: string;
  readonly content: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** No scripts, external resources, or frames; only our own style sheet. */
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

/** Returns the texts in the language that the browser requests. */
export function textsFor(request: Request): Texts {
  return TEXTS[languageOf(request.get('accept-language'))];
}

/** Sends a page with text and at most one button, in the language of the browser. */
export function publicPage(
  request: Request,
  response: Response,
  status: number,
  name: PublicPageName,
  extras: PageExtras = {},
): void {
  const page: { title: string; text: string; button?: string } = textsFor(request).pages[name];
  const { title, text, button } = page;
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

/** Sends any other page with the same layout and security headers. */
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

/** Returns the name and address of the business, which the law requires. */
function footer(request: Request): Html | null {
  const { businessName = '', businessAddress = '' } = (request.app.locals as PageLocals).business ?? {};
  const lines = [businessName, businessAddress].filter((line) => line !== '');
  return lines.length === 0 ? null : html`<footer>${lines.join('\n')}</footer>`;
}

interface PageLocals {
  readonly business?: { readonly businessName: string; readonly businessAddress: string };
}
