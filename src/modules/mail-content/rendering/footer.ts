import { html, Html } from '../../../platform/html/html.js';
import { type Language, LANGUAGE_FIELDS, supportedLanguage, TEXTS } from '../../../languages/languages.js';
import { HAS_COLORS } from './frame.js';
import type { MergeValues, OwnLinks } from './merge-values.js';

export const FOOTER_MODES = ['auto', 'none'] as const;
/** `auto`: a part without an opt-out link gets the standard footer; `none`: it must have a link. */
export type FooterMode = (typeof FOOTER_MODES)[number];

export interface FooterChoice {
  readonly mode: FooterMode;
  /** For contacts without a known language; null for English. */
  readonly language: Language | null;
}

/** The standard footer of one email, created only if a part needs it. */
export interface StandardFooter {
  /** The opt-out links of this email. */
  readonly links: readonly string[];
  readonly html: (look: FooterLook) => string;
  readonly plain: () => string;
}

const LIGHT_COLORS = 'background:#ffffff;color:#4b535c';
// Ids outrank the author's `!important` rules, which could otherwise change the text or its background alone.
const LIGHT = '#carillon-footer *{background:#ffffff!important;color:#4b535c!important}';
const DARK =
  '@media (prefers-color-scheme:dark){#carillon-footer *{background:#1f2226!important;color:#c2c8cf!important}}';

/** Mentions of `color-scheme: light dark`, as a property or `meta` element, and of `prefers-color-scheme: dark`. */
const DARK_MODE = /color-scheme\b[^;{}<>]{0,60}\bdark\b/i;

/** What the footer takes from the email around it. */
export interface FooterLook {
  readonly inline: string;
  readonly sheet: string;
  /** As CSS. */
  readonly width: string;
}

/** The width of the content: the first one of an element that is no column, but none of an image, a minimum, or a media query. */
const WIDTH = /(?<![-(]|min-|\(\s)(?:max-)?\bwidth\s*[:=]\s*["']?([4-9]\d{2})(?:px|(?=["'\s>]))/i;
const IMAGE = /<img\b[^<>]*/gi;

/** Returns colors and width of the footer of an email, whose page is unknown. If it has no colors, email programs choose them. */
export function footerLook(source: string): FooterLook {
  const pixels = WIDTH.exec(source.replace(IMAGE, ''))?.[1];
  const width = pixels === undefined ? '100%' : `${pixels}px`;
  if (!HAS_COLORS.test(source)) return { inline: 'color:inherit', sheet: '', width };
  return { inline: LIGHT_COLORS, sheet: `<style>${LIGHT}${DARK_MODE.test(source) ? DARK : ''}</style>`, width };
}

// Padding belongs to the cell: not all email programs know `box-sizing`. Outlook for Windows ignores `max-width`.
const TABLE = new Html('role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0"');
const CELL_STYLE =
  'font:13px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;padding:16px 24px;text-align:center;word-break:break-word';

/** @param fallback the language for a contact without a supported language. */
export function standardFooter({ custom, business }: MergeValues, own: OwnLinks, fallback: Language): StandardFooter {
  const spoken = LANGUAGE_FIELDS.map((field) => custom[field]).map((value) =>
    typeof value === 'string' ? supportedLanguage(value) : null,
  );
  const language = spoken.find((each) => each !== null) ?? fallback;
  const { unsubscribe, preferences } = TEXTS[language].footer;
  const sender = [business.name, business.address].filter((line) => line !== '').join('\n');
  const { unsubscribe_url: unsubscribeUrl, preferences_url: preferencesUrl } = own;
  return {
    links: [unsubscribeUrl, preferencesUrl],
    html: ({ inline, sheet, width }) =>
      html`${new Html(sheet)}
        <!--[if mso]><table ${TABLE} style="width:${width}"><tr><td><![endif]-->
        <table id="carillon-footer" lang="${language}" ${TABLE} style="max-width:${width};margin:0 auto">
          <tr>
            <td style="${CELL_STYLE};${inline}">
              ${sender === '' ? null : html`<p style="margin:0 0 8px;white-space:pre-line">${sender}</p>`}
              <p style="margin:0">
                <a href="${unsubscribeUrl}" style="${inline};text-decoration:underline">${unsubscribe}</a> &middot;
                <a href="${preferencesUrl}" style="${inline};text-decoration:underline">${preferences}</a>
              </p>
            </td>
          </tr>
        </table>
        <!--[if mso]></td></tr></table><![endif]-->`.text,
    plain: () =>
      [
        '',
        '',
        ...(sender === '' ? [] : [sender, '']),
        `${unsubscribe}: ${unsubscribeUrl}`,
        `${preferences}: ${preferencesUrl}`,
      ].join('\n'),
  };
}

/** Comments as HTML parses them: an abrupt end closes one, and an unclosed one extends to the end. */
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g;

/** A fixed text with which the values beside it could form the start or end of a comment. */
const INCOMPLETE = /[-<!]$|^[-!]/;
/** A value that could start or end a comment, alone or with the text beside it. */
const DELIMITER = /<!|--!?>|(?:--|[<!])$|^[-!]/;
/** Private-use characters, which stand for a slot outside and inside of comments. */
const [SHOWN, HIDDEN] = ['\ue000', '\ue001'];

/** Returns which slots are outside of comments. @param texts fixed text, or null for a slot. @returns null if that depends on their values. */
export function shownSlots(texts: readonly (string | null)[]): readonly boolean[] | null {
  if (texts.some((text) => text !== null && (INCOMPLETE.test(text) || /[\ue000\ue001]/.test(text)))) return null;
  const slots = texts.map((text) => text ?? SHOWN).join('');
  const marked = slots.replace(COMMENT, (comment) => comment.replaceAll(SHOWN, HIDDEN));
  return Array.from(marked.match(/[\ue000\ue001]/g) ?? [], (slot) => slot === SHOWN);
}

/** Returns whether the value changes which slots are shown. */
export const delimitsComment = (value: string): boolean => DELIMITER.test(value);

/** Returns whether one of the links is visible, that is, not in a comment. */
export function showsOneOf(links: readonly string[], content: string, kind: 'html' | 'plain'): boolean {
  const shown = kind === 'html' && content.includes('<!--') ? content.replace(COMMENT, '') : content;
  return links.some((link) => shown.includes(link));
}
