import { rewriteWebLinks } from './links.js';
import { shelterLiquid } from './liquid-shelter.js';
import { withoutEnding } from '../../../platform/text/without-ending.js';

/** Parameters by which web analytics know where a visitor came from. */
export const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmName = (typeof UTM_NAMES)[number];
export type UtmParameters = Readonly<Partial<Record<UtmName, string>>>;

/** Adds the parameters to every link that leads to the web, but not those that its author wrote. */
export function tagHtmlLinks(html: string, utm: UtmParameters): string {
  return rewriteWebLinks(html, (_url, attribute) => tagged(attribute, utm, '&amp;'));
}

const BARE_URL = /\bhttps?:\/\/[^\s<>"']+/gi;
/** What follows a URL in a sentence, not what belongs to it. */
const END_OF_SENTENCE = '.,;:!?)]}';

/** The same for a text, where every URL is a link. */
export function tagTextLinks(written: string, utm: UtmParameters): string {
  const { text, restore } = shelterLiquid(written);
  return restore(
    text.replace(BARE_URL, (found) => {
      const url = withoutEnding(found, END_OF_SENTENCE);
      return (tagged(url, utm, '&') ?? url) + found.slice(url.length);
    }),
  );
}

/** @returns null when there is nothing to add. Liquid has to be sheltered, or its `?` and `#` would be taken for ours. */
function tagged(url: string, utm: UtmParameters, ampersand: '&' | '&amp;'): string | null {
  // Not the `#` of a character reference such as `&#38;`.
  const hash = url.search(/(?<!&)#/);
  const [address, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const query = address.indexOf('?');
  const present = query === -1 ? '' : address.slice(query);
  const missing = UTM_NAMES.flatMap((name) => {
    const value = utm[name] ?? '';
    const isThere = new RegExp(`[?&;]${name}=`, 'i').test(present);
    return value === '' || isThere ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  if (missing.length === 0) return null;
  const joint = query === -1 ? '?' : /[?&]$|&amp;$/i.test(address) ? '' : ampersand;
  return address + joint + missing.join(ampersand) + fragment;
}
