/**
 * The place of a value in the HTML. Escaping keeps a value from being markup, but in these places it could still do
 * harm.
 */
export interface ValuePlace {
  /** The value starts a URL of a link or an image. */
  readonly beginsUrl: boolean;
  /** An unquoted attribute, where a space would start another attribute. */
  readonly isBare: boolean;
  /** The fixed text of the same URL after the value. */
  readonly urlGoesOn: string;
}

const URL_ATTRIBUTE = '(?:href|src|srcset|action|formaction|background|poster|cite|data)';
const BEGINS_URL = new RegExp(`[\\s"'/]${URL_ATTRIBUTE}\\s*=\\s*(?:["']\\s*)?$`, 'i');
const IS_BARE = /=\s*$/;
const WRITTEN_URL = new RegExp(`([\\s"'/]${URL_ATTRIBUTE}\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'<>]+)`, 'gi');
/** Also allowed when written by the author: images inside of the email. */
const PICTURE_INSIDE = /^\s*(?:cid:|data:image\/(?!svg))/i;
const SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms'];
export const NOWHERE = '#';

export const ANYWHERE: ValuePlace = { beginsUrl: false, isBare: false, urlGoesOn: '' };

/** Walks through the fixed text of a document and returns the places of the values in between. */
export class HtmlPlaces {
  private inTag = false;
  private last: ValuePlace | null = null;
  private before = '';

  passText(text: string): void {
    const opened = text.lastIndexOf('<');
    const closed = text.lastIndexOf('>');
    if (opened !== closed) this.inTag = opened > closed;
    this.before = text;
    this.last = null;
  }

  /** @param after the fixed text directly after the value. */
  passValue(after: string): ValuePlace {
    const urlGoesOn = /^[^"'\s>]*/.exec(after)?.[0] ?? '';
    // A value directly after another one has the same place.
    this.last = this.last
      ? { ...this.last, urlGoesOn }
      : {
          beginsUrl: this.inTag && BEGINS_URL.test(this.before),
          isBare: this.inTag && IS_BARE.test(this.before),
          urlGoesOn,
        };
    return this.last;
  }
}

/** Returns whether a URL uses a harmless scheme: web, email, or telephone, but no script. */
export function isHarmlessUrl(url: string): boolean {
  // Browsers ignore spaces and control characters before the scheme, and line breaks inside.
  // oxlint-disable-next-line no-control-regex
  const scheme = /^([^:/?#]*):/.exec(url.replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES.includes(scheme);
}

/**
 * Returns a value made safe for its place.
 * @param urlSoFar the part of its URL before it.
 * @param isMarkup whether the author wrote it as markup with values inside, such as attributes.
 */
export function fitted(value: string, place: ValuePlace, urlSoFar: string, isMarkup: boolean): string {
  if (place.beginsUrl && !isHarmlessUrl(urlSoFar + value + place.urlGoesOn)) return NOWHERE;
  if (!place.isBare || isMarkup) return value;
  return value.replace(/[\s"'`=]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Removes harmful URLs from HTML that a tag produced. Quotes stay, because what looks like an attribute may be inside
 * of a value.
 */
export function withHarmlessUrls(html: string): string {
  if (!html.includes('=')) return html;
  return html.replace(WRITTEN_URL, (whole, attribute: string, target: string) => {
    const [quote = ''] = /^["']/.exec(target) ?? [];
    const url = target.slice(quote.length, target.length - quote.length);
    return isHarmlessUrl(url) || PICTURE_INSIDE.test(url) ? whole : attribute + quote + NOWHERE + quote;
  });
}
