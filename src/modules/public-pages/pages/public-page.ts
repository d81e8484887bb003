import type { Request, Response } from 'express';
import { type Html, html, styledPage } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { languageOf, type Texts, TEXTS } from '../../../languages/languages.js';
import type { Brand } from './brand.js';

/** Express links each response to its request. */
export type PageResponse = Response & { readonly req: AppRequest };

export interface PublicPage {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

interface PageExtras extends Pick<PublicPage, 'headers'> {
  /** The address that the page acts for; shown masked. */
  readonly address?: string | null;
  /** Replaces the text of the page. */
  readonly text?: string;
  /** Hidden fields that the button submits. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly inForm?: Html | null;
  readonly below?: Html | null;
}

const SECURITY_HEADERS = {
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Sends HTML that belongs to one recipient. */
export function sendPrivately(response: Response, html: string, headers: Readonly<Record<string, string>>): void {
  response.set({ ...SECURITY_HEADERS, 'Content-Type': 'text/html; charset=utf-8', ...headers }).send(html);
}

/** Returns the texts in the language that the browser requests. */
export function textsFor(request: Request): Texts {
  return TEXTS[languageOf(request.get('accept-language'))];
}

/** Returns a page with text and at most one button, in the language of the browser. */
export function publicPage(
  request: Request,
  status: number,
  name: keyof Texts['pages'],
  { address = null, text: other, hidden = {}, inForm = null, below = null, headers = {} }: PageExtras = {},
): PublicPage {
  const texts = textsFor(request);
  const { title, text, button }: { title: string; text: string; button?: string } = texts.pages[name];
  const form =
    button === undefined
      ? null
      : html`<form method="post">${hiddenFields(hidden)}${inForm}<button type="submit">${button}</button></form>`;
  const content = html`<h1>${title}</h1>
    <p>${other ?? text}</p>
    ${address === null ? null : html`<p class="address">${texts.address}: <b>${maskedAddress(address)}</b></p>`}
    ${form}${below}`;
  return { status, title, content, headers };
}

/** Returns the page of a temporary failure. */
export const tryAgainPage = (request: Request): PublicPage =>
  publicPage(request, 503, 'try_again', { headers: { 'Retry-After': '10' } });

/** Sends a page in the layout of all public pages. */
export function sendPage(response: Response, { status, title, content, headers }: PublicPage): void {
  const { req: request } = response;
  const language = languageOf(request.get('accept-language'));
  const { style, logo, footer, securityPolicy } = request.app.locals['brand'] as Brand;
  const body = html`${logo}
    <main>${content}</main>
    ${footer}`;
  sendPrivately(response.status(status), styledPage({ title, style, language, body, icon: 'data:,' }), {
    'Content-Security-Policy': securityPolicy,
    'Content-Language': language,
    Vary: 'Accept-Language',
    ...headers,
  });
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Masks an address so that only its owner recognizes it, in case the email was forwarded: `a***@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = Array.from(email.slice(0, at));
  return `${first}***${email.slice(at)}`;
}
