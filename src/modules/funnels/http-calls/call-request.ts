import type { HttpMethod } from '../../../platform/outbound-http/outbound-http.js';
import type { HttpRequestSettings } from '../definition/step.js';

/** A request with everything filled in. */
export interface CallRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where a text is to stand, for writing values so that they stay values there. */
export type TextPlace = 'plain' | 'html' | 'url' | 'json';
export type FillText = (template: string, place: TextPlace) => string;

const MOST_BODY_BYTES = 64 * 1024;

/** What the connection says for itself, and what we say. */
const OUR_HEADERS: ReadonlySet<string> = new Set(
  (
    'host content-length transfer-encoding connection keep-alive upgrade te trailer expect ' +
    'proxy-authorization proxy-connection user-agent idempotency-key'
  ).split(' '),
);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** A piece of Liquid, whatever it is. Of URLs, which are short: each opening that nothing closes is looked for to the end. */
// eslint-disable-next-line regexp/no-super-linear-move
const LIQUID = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
// What a header can hold: the rest would be refused, or begin another one.
const NOT_IN_HEADERS = /[^\x20-\x7e\xa0-\xff]+/g;
/** Scheme, host and port. A URL with Liquid in them is refused when it is written. */
const ORIGIN = /^https:\/\/[^/?#{}\s\\]+/i;
const DOTS_ONLY = /^(?:\.|%2e){1,2}$/i;

/** What is wrong with the name of a header; null when it may be sent. */
export function faultOfHeader(name: string): string | null {
  if (!TOKEN.test(name)) return 'is not a header name';
  return OUR_HEADERS.has(name.toLowerCase()) ? 'is set by the service itself' : null;
}

/**
 * What is wrong with a URL that may hold Liquid, as far as it can be known before it is filled in. Whose server is called
 * stands there in letters: no contact's data may choose it.
 */
export function faultOfTemplateUrl(template: string, faultOf: (url: string) => string | null): string | null {
  const filled = template.replace(LIQUID, 'x');
  const [origin = ''] = ORIGIN.exec(template) ?? [];
  if (filled !== template && !/^[/?]/.test(template.slice(origin.length)))
    return 'must hold Liquid in its path and query only';
  return faultOf(filled);
}

/** Scheme, host and port of a URL that may hold Liquid behind them; null for what is no such URL. */
export function originOf(template: string): string | null {
  const [origin = ''] = ORIGIN.exec(template) ?? [];
  return URL.canParse(origin) ? new URL(origin).origin : null;
}

/**
 * Fills in a request.
 * @param faultOf judges the URL that comes out; a value that makes another place of it is refused.
 * @returns a word instead when it cannot be sent.
 */
export function filledRequest(
  { url: template, method, headers, body: bodyTemplate }: HttpRequestSettings,
  fill: FillText,
  faultOf: (url: string) => string | null,
): CallRequest | string {
  const url = fill(template, 'url');
  if (faultOf(url) !== null || !isSamePlace(template, url)) return 'url_not_allowed';
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    filled[name] = fill(value, 'plain').replace(NOT_IN_HEADERS, ' ').trim();
  if (method === 'GET' || bodyTemplate === null) return { method, url, headers: filled, body: '' };
  const type = Object.entries(filled).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = fill(bodyTemplate, placeIn(type ?? JSON_TYPE));
  if (Buffer.byteLength(body) > MOST_BODY_BYTES) return 'body_too_large';
  return { method, url, headers: type === undefined ? { ...filled, 'Content-Type': JSON_TYPE } : filled, body };
}

const JSON_TYPE = 'application/json';

function placeIn(contentType: string): TextPlace {
  if (/\bjson\b/i.test(contentType)) return 'json';
  if (/\b(?:xml|html)\b/i.test(contentType)) return 'html';
  return /^application\/x-www-form-urlencoded\b/i.test(contentType) ? 'url' : 'plain';
}

/** What is filled in changes neither the host nor, by dots, the folder. */
function isSamePlace(template: string, url: string): boolean {
  if (!template.includes('{')) return true;
  const [origin] = ORIGIN.exec(template) ?? [];
  if (origin === undefined || new URL(url).origin !== originOf(origin)) return false;
  const [path = ''] = url.slice(origin.length).split(/[?#]/, 1);
  return !path.split(/[/\\]/).some((segment) => DOTS_ONLY.test(segment));
}
