import type { HttpMethod } from '../../platform/outbound-http/outbound-http.js';
import type { TemplateKind } from '../mail-content/rendering/text-templates.service.js';

export interface CallRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Liquid is allowed in all texts except header names. */
export type CallTemplate = Omit<CallRequest, 'body'> & { readonly body: string | null };

const MAX_BODY_BYTES = 64 * 1024;

/** Headers that the HTTP client or Carillon sets. */
const OUR_HEADERS: ReadonlySet<string> = new Set(
  (
    'host content-length transfer-encoding connection keep-alive upgrade te trailer expect ' +
    'proxy-authorization proxy-connection user-agent idempotency-key'
  ).split(' '),
);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Any Liquid tag. Used on URLs only, which are short: an unclosed tag makes the search quadratic. */
// oxlint-disable-next-line regexp/no-super-linear-move
const LIQUID = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
// Characters that headers cannot contain; line breaks would start another header.
const NOT_IN_HEADERS = /[^\x20-\x7e\xa0-\xff]+/g;
const ORIGIN = /^https:\/\/[^/?#{}\s\\]+/i;
const DOTS_ONLY = /^(?:\.|%2e){1,2}$/i;

/** Returns what is wrong with a header name, or null. */
export function headerError(name: string): string | null {
  if (!TOKEN.test(name)) return 'is not a valid header name';
  return OUR_HEADERS.has(name.toLowerCase()) ? 'is set by Carillon' : null;
}

/** Returns what is wrong with a URL template, or null. The server must not contain Liquid: contact data must not choose it. */
export function templateUrlError(template: string, faultOf: (url: string) => string | null): string | null {
  const filled = template.replace(LIQUID, 'x');
  const [origin = ''] = ORIGIN.exec(template) ?? [];
  if (filled !== template && !/^[/?]/.test(template.slice(origin.length)))
    return 'can contain Liquid only in its path and query';
  return faultOf(filled);
}

/** Returns scheme, host and port of a URL template; null if they are invalid. */
function originOf(template: string): string | null {
  const [origin = ''] = ORIGIN.exec(template) ?? [];
  return URL.canParse(origin) ? new URL(origin).origin : null;
}

/** Returns a URL template up to its query; a question mark inside Liquid does not begin it. */
export function placeOf(template: string): string {
  return template.replace(LIQUID, (liquid) => liquid.replaceAll('?', ' ')).split('?', 1)[0] ?? '';
}

/** @param faultOf keeps values from changing the server or folder. @returns an error code if it cannot be sent. */
export function renderRequest(
  { url: template, method, headers, body: bodyTemplate }: CallTemplate,
  fill: (template: string, kind: TemplateKind) => string,
  faultOf: (url: string) => string | null,
): CallRequest | string {
  const url = fill(template, 'url');
  if (faultOf(url) !== null || !isSameServerAndFolder(template, url)) return 'url_not_allowed';
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    filled[name] = fill(value, 'plain').replace(NOT_IN_HEADERS, ' ').trim();
  if (method === 'GET' || bodyTemplate === null) return { method, url, headers: filled, body: '' };
  const type = Object.entries(filled).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = fill(bodyTemplate, templateKindOf(type ?? JSON_TYPE));
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return 'body_too_large';
  return { method, url, headers: type === undefined ? { ...filled, 'Content-Type': JSON_TYPE } : filled, body };
}

const JSON_TYPE = 'application/json';

function templateKindOf(contentType: string): TemplateKind {
  if (/\bjson\b/i.test(contentType)) return 'json';
  if (/\b(?:xml|html)\b/i.test(contentType)) return 'html';
  return /^application\/x-www-form-urlencoded\b/i.test(contentType) ? 'url' : 'plain';
}

/** Whether rendering kept the host and, despite dots, the folder. */
function isSameServerAndFolder(template: string, url: string): boolean {
  if (!template.includes('{')) return true;
  const [origin] = ORIGIN.exec(template) ?? [];
  if (origin === undefined || new URL(url).origin !== originOf(origin)) return false;
  const [path = ''] = url.slice(origin.length).split(/[?#]/, 1);
  return !path.split(/[/\\]/).some((segment) => DOTS_ONLY.test(segment));
}
