import { rewriteLinks } from './links.js';
import { hideLiquid } from './hide-liquid.js';
import { withoutEnding } from '../../../platform/text/without-ending.js';

/** Parameters that tell web analytics where a visitor came from. */
const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmName = (typeof UTM_NAMES)[number];
export type UtmParameters = Readonly<Partial<Record<UtmName, string>>>;

/** Adds the parameters to every link to the web, except those that the author set. */
export function tagHtmlLinks(html: string, utm: UtmParameters): string {
  return rewriteLinks(html, (_url, hidden) => (/^https?:\/\//i.test(hidden) ? tagged(hidden, utm) : null));
}

const BARE_URL = /\bhttps?:\/\/[^\s<>"']+/gi;
/** Punctuation after a URL that does not belong to it. */
const END_OF_SENTENCE = '.,;:!?)]}';

/** Does the same in plain text, where every URL is a link. */
export function tagTextLinks(written: string, utm: UtmParameters): string {
  const { text, restore } = hideLiquid(written);
  return restore(
    text.replace(BARE_URL, (found) => {
      const url = withoutEnding(found, END_OF_SENTENCE);
      return (tagged(url, utm) ?? url) + found.slice(url.length);
    }),
  );
}

/** @returns null if there is nothing to add. Liquid must be hidden, because of its `?` and `#`. */
function tagged(url: string, utm: UtmParameters): string | null {
  const hash = url.indexOf('#');
  const [address, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const query = address.indexOf('?');
  const present = query === -1 ? '' : address.slice(query);
  const missing = UTM_NAMES.flatMap((name) => {
    const value = utm[name] ?? '';
    const isThere = new RegExp(`[?&;]${name}=`, 'i').test(present);
    return value === '' || isThere ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  if (missing.length === 0) return null;
  const joint = query === -1 ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + missing.join('&') + fragment;
}
