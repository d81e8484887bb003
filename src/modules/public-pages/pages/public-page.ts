import type { Request, Response } from 'express';
import { type Html, html, styledPage } from '../../../platform/html/html.js';
import { languageOf, type Texts, TEXTS } from '../../../languages/languages.js';
import type { Brand } from './brand.js';
import { maskedAddress } from './masked-address.js';
import type { PublicPageName } from './page-texts.js';

export type { PublicPageName } from './page-texts.js';

interface PageExtras {
  /** The address that the page acts for; shown masked. */
  readonly address?: string | null;
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

const SECURITY_HEADERS = {
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
  const texts = textsFor(request);
  const page: { title: string; text: string; button?: string } = texts.pages[name];
  const { title, text, button } = page;
  const { address = null, hidden = {}, inForm = null, below = null, headers = {} } = extras;
  const form =
    button === undefined
      ? null
      : html`<form method="post">${hiddenFields(hidden)}${inForm}<button type="submit">${button}</button></form>`;
  const content = html`<h1>${title}</h1>
    <p>${text}</p>
    ${address === null ? null : html`<p class="address">${texts.address}: <b>${maskedAddress(address)}</b></p>`}
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
  const { style, logo, footer, securityPolicy } = request.app.locals['brand'] as Brand;
  response
    .status(status)
    .set({
      ...SECURITY_HEADERS,
      'Content-Security-Policy': securityPolicy,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      Vary: 'Accept-Language',
      ...headers,
    })
    .send(
      styledPage({
        title,
        style,
        language,
        body: html`${logo}
          <main>${content}</main>
          ${footer}`,
      }),
    );
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
