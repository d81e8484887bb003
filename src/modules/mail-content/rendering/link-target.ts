import { isHarmlessUrl } from './value-places.js';

/** Private-use characters around what an output prints in a link, because its encoding depends on what precedes it. */
const PRINTED = /\uE002([^\uE002\uE003]*)\uE003|[^\uE002]+/g;

export const markPrinted = (value: string): string => `\uE002${value.replace(/[\uE002\uE003]/g, '')}\uE003`;

/** Percent-encodes a value for any part of a URL. Liquid can split a surrogate pair, and half of one cannot be encoded. */
export const urlEncoded = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd')).replaceAll("'", '%27');

/**
 * Returns the target of a rendered link; null if it has none: it has no host or is harmful. A value at its beginning must
 * be an http(s) URL and is kept; values after the beginning are percent-encoded.
 */
export function linkTarget(rendered: string): string | null {
  let url = '';
  for (const [text, printed] of rendered.matchAll(PRINTED))
    url += printed === undefined || url.trim() === '' ? (printed ?? text) : urlEncoded(printed);
  const beginsWithValue = rendered.trimStart().startsWith('\uE002');
  // As the URL standard reads it; what would end the URL in a text is encoded.
  url = withoutLineBreaks(url).replace(/[\s"<>]/g, encodeURIComponent);
  if (beginsWithValue || /^https?:/i.test(url)) return isWebUrl(url) ? url : null;
  // These are literal in addresses and numbers (RFC 6068, RFC 3966), and some programs do not decode them.
  const plain = (address: string): string => address.replaceAll('%40', '@').replace(/%2b/gi, '+');
  return isHarmlessUrl(url) ? url.replace(/^(?:mailto|tel|sms):[^?]*/i, plain) : null;
}

/** Removes what the URL standard ignores: line breaks and tabs, and spaces and control characters around. */
export function withoutLineBreaks(url: string): string {
  // oxlint-disable-next-line no-control-regex
  return url.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+|(?<![\0- ])[\0- ]+$/g, '');
}

/** Browsers read `https:///x` as the host `x`. */
const isWebUrl = (url: string): boolean => /^https?:\/\/[^/\\?#]/i.test(url) && URL.canParse(url);
