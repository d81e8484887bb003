import { html } from '../../../platform/html/html.js';
import { type Language, LANGUAGE_FIELDS, supportedLanguage, TEXTS } from '../../../languages/languages.js';
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
  readonly html: () => string;
  readonly plain: () => string;
}

/** Sets its own colors, because those of the page are unknown. */
const STYLE =
  'background:#ffffff;color:#57606a;font:13px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;margin:0 auto;max-width:600px;padding:16px 24px;text-align:center';
const LINK_STYLE = 'color:#57606a;text-decoration:underline';

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
    html: () =>
      html`<div lang="${language}" style="${STYLE}">
        ${sender === '' ? null : html`<p style="margin:0 0 8px;white-space:pre-line">${sender}</p>`}
        <p style="margin:0">
          <a href="${unsubscribeUrl}" style="${LINK_STYLE}">${unsubscribe}</a> &middot;
          <a href="${preferencesUrl}" style="${LINK_STYLE}">${preferences}</a>
        </p>
      </div>`.text,
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

/** Returns whether one of the links is visible, that is, not in a comment. */
export function showsOneOf(links: readonly string[], content: string, kind: 'html' | 'plain'): boolean {
  const shown = kind === 'html' && content.includes('<!--') ? content.replace(COMMENT, '') : content;
  return links.some((link) => shown.includes(link));
}
