import { type Language, type Texts, TEXTS } from '../../../languages/languages.js';
import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';

/** Merge tags of the one link of each email. */
const LINKS: Readonly<Record<keyof Texts['emails'], string>> = {
  doubleOptIn: '{{ confirm_url }}',
  preferenceLink: '{{ preferences_url }}',
};

/** Returns an email without a template, as a Liquid template. @param ownText instead of its text. */
export function builtInEmail(name: keyof Texts['emails'], language: Language, ownText?: string): WrittenContent {
  const { subject, preHeader, greeting, text, button, otherwise } = TEXTS[language].emails[name];
  return {
    ...{ subject, preHeader, language, text: '', design: 'simple', tracksClicks: false },
    html: `<h1 style="font-size:22px;margin:0 0 16px">${greeting}</h1>
<p>${ownText ?? text}</p>
<p style="margin:28px 0"><a href="${LINKS[name]}" style="border:2px solid;border-radius:8px;display:inline-block;font-weight:600;padding:12px 24px;text-align:center;text-decoration:none">${button}</a></p>
<p>${otherwise}</p>
<p style="font-size:14px;white-space:pre-line">{{ business.name }}<br>{{ business.address }}</p>`,
  };
}
