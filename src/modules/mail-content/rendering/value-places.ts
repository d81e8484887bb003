/**
 * Where in the HTML a value stands. Escaping keeps it from being markup; in these places it could still be more than text.
 */
export interface ValuePlace {
  /** It begins the target of a link or of an image. */
  readonly beginsUrl: boolean;
  /** It is an attribute without quotes, where a blank would begin another one. */
  readonly isBare: boolean;
  /** The fixed text of the same target behind it. */
  readonly urlGoesOn: string;
}

const URL_ATTRIBUTE = '(?:href|src|srcset|action|formaction|background|poster|cite|data)';
const BEGINS_URL = new RegExp(`[\\s"'/]${URL_ATTRIBUTE}\\s*=\\s*(?:["']\\s*)?$`, 'i');
const IS_BARE = /=\s*$/;
const WRITTEN_URL = new RegExp(`([\\s"'/]${URL_ATTRIBUTE}\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'<>]+)`, 'gi');
/** What an author may write besides: pictures that come with the mail. */
const PICTURE_INSIDE = /^\s*(?:cid:|data:image\/(?!svg))/i;
const SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms'];
const NOWHERE = '#';

export const ANYWHERE: ValuePlace = { beginsUrl: false, isBare: false, urlGoesOn: '' };

/** Goes through the fixed text of a document and tells where the values between stand. */
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

  /** @param after the fixed text right behind the value. */
  passValue(after: string): ValuePlace {
    const urlGoesOn = /^[^"'\s>]*/.exec(after)?.[0] ?? '';
    // Beside another value it stands where that one does.
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

/** Whether a target leads to the web, to a mailbox or to a telephone, and is no program. */
export function isHarmlessUrl(url: string): boolean {
  // Browsers look away from blanks and control characters in front of the scheme, and from line ends inside.
  // eslint-disable-next-line no-control-regex
  const scheme = /^([^:/?#]*):/.exec(url.replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES.includes(scheme);
}

/**
 * A value in its place.
 * @param urlSoFar what stands of its target before it.
 * @param isMarkup what an author wrote, with values in it: attributes of an element for example.
 */
export function fitted(value: string, place: ValuePlace, urlSoFar: string, isMarkup: boolean): string {
  if (place.beginsUrl && !isHarmlessUrl(urlSoFar + value + place.urlGoesOn)) return NOWHERE;
  if (!place.isBare || isMarkup) return value;
  return value.replace(/[\s"'`=]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * HTML that a tag made: its targets are looked at where they are written. Quotes stay as they are, since what looks like
 * an attribute may be a value inside of one.
 */
export function withHarmlessUrls(html: string): string {
  if (!html.includes('=')) return html;
  return html.replace(WRITTEN_URL, (whole, attribute: string, target: string) => {
    const [quote = ''] = /^["']/.exec(target) ?? [];
    const url = target.slice(quote.length, target.length - quote.length);
    return isHarmlessUrl(url) || PICTURE_INSIDE.test(url) ? whole : attribute + quote + NOWHERE + quote;
  });
}
