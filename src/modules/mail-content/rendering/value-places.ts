import { Parser } from 'htmlparser2';

/** The place of a value in the HTML, where it could do harm although it is escaped. */
export interface ValuePlace {
  /** The value starts a URL of a link or an image. */
  readonly beginsUrl: boolean;
  /** An unquoted attribute, where a space would start another attribute. */
  readonly isBare: boolean;
  /** The fixed text of the same URL after the value. */
  readonly urlGoesOn: string;
}

const URL_ATTRIBUTES = ['href', 'src', 'srcset', 'action', 'formaction', 'background', 'poster', 'cite', 'data'];
const WRITTEN_URL = new RegExp(`([\\s"'/](?:${URL_ATTRIBUTES.join('|')})\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'<>]+)`, 'gi');
/** Also allowed when written by the author: images inside of the email. */
const PICTURE_INSIDE = /^\s*(?:cid:|data:image\/(?!svg))/i;
const SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms'];
export const NOWHERE = '#';

export const ANYWHERE: ValuePlace = { beginsUrl: false, isBare: false, urlGoesOn: '' };

/** A private-use mark per value, which HTML parsers take for text. */
const MARK = /\uE000(\d+)\uE001/g;

interface ReadHtml {
  /** Of the values in attributes, by their index. */
  readonly places: ReadonlyMap<number, ValuePlace>;
  /** The piece that contains the last `</body>`, and its offset there; null without one. */
  readonly bodyEnd: { readonly piece: number; readonly at: number } | null;
}

/** Reads a document of fixed texts, with null for each value in between. */
export function readHtml(pieces: readonly (string | null)[]): ReadHtml {
  const places = new Map<number, ValuePlace>();
  const sources = pieces.map((text, index) => text ?? `\uE000${index}\uE001`);
  let end = -1;
  const parser = new Parser(
    {
      onattribute(name, value, quote) {
        for (const mark of value.matchAll(MARK)) {
          const [urlGoesOn = ''] = value.slice(mark.index + mark[0].length).split('\uE000', 1);
          // A value directly after another one begins the URL as well.
          const isFirst = value.slice(0, mark.index).replace(MARK, '').trim() === '';
          const beginsUrl = isFirst && URL_ATTRIBUTES.includes(name);
          places.set(Number(mark[1]), { beginsUrl, isBare: quote === null, urlGoesOn });
        }
      },
      onclosetag(name, isImplied) {
        if (name === 'body' && !isImplied) end = parser.startIndex;
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  // A `<body>` in a condition is not seen, but its end may be.
  const before = '<body>';
  parser.end(before + sources.join(''));
  let at = end - before.length;
  const piece = sources.findIndex((source) => at < source.length || ((at -= source.length), false));
  return { places, bodyEnd: end === -1 ? null : { piece, at } };
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

/** Removes harmful URLs from HTML that a tag produced. Quotes stay: what looks like an attribute may be in a value. */
export function withHarmlessUrls(html: string): string {
  if (!html.includes('=')) return html;
  return html.replace(WRITTEN_URL, (whole, attribute: string, target: string) => {
    const [quote = ''] = /^["']/.exec(target) ?? [];
    const url = target.slice(quote.length, target.length - quote.length);
    return isHarmlessUrl(url) || PICTURE_INSIDE.test(url) ? whole : attribute + quote + NOWHERE + quote;
  });
}
