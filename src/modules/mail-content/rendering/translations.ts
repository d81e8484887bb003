import { LANGUAGE_FIELDS, supportedLanguage } from '../../../languages/languages.js';
import type { Recipient } from '../recipients.queries.js';
import type { Translations, WrittenContent } from './written-content.js';

export const LANGUAGE = '^[A-Za-z]{2,3}(?:[_-][A-Za-z]{4})?(?:[_-](?:[A-Za-z]{2}|[0-9]{3}))?$';
/** Returns valid translations with canonical tags, `pt-BR` for `pt_br`, and without empty members. */
export const canonical = (sent: Translations): Translations =>
  Object.fromEntries(Object.entries(sent).map(([language, own]) => [tagOf(language), filled(own)]));

const filled = <Texts extends object>(own: Texts): Texts =>
  Object.fromEntries(Object.entries(own).filter(([, text]) => text !== '')) as Texts;

const tagOf = (text: string): string =>
  (new RegExp(LANGUAGE).test(text) ? Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] : undefined) ?? '';

/**
 * Returns the language of the translation for a recipient: `pt-BR`, else `pt`; null for the content itself.
 * @param spoken the language of the recipient; that of the content if null.
 */
export function translationFor({ translations = {}, footer }: WrittenContent, spoken: string | null): string | null {
  const tag = tagOf(spoken ?? footer?.language ?? '');
  for (let length = tag.length; length > 0; length = tag.lastIndexOf('-', length - 1))
    if (Object.hasOwn(translations, tag.slice(0, length))) return tag.slice(0, length);
  return null;
}

/** @param language of a translation; null for the content itself. */
export function contentFor(written: WrittenContent, language: string | null): WrittenContent {
  const { translations = {}, ...base } = written;
  const own = translations[language ?? ''];
  if (language === null || own === undefined) return base;
  const spoken = supportedLanguage(language);
  return {
    ...base,
    subject: own.email_subject ?? base.subject,
    preHeader: own.email_pre_header ?? base.preHeader,
    html: own.email_body ?? base.html,
    // A written text part belongs to the HTML of its language.
    text: own.text ?? (own.email_body === undefined ? base.text : ''),
    language,
    ...(spoken && base.footer && { footer: { ...base.footer, language: spoken } }),
  };
}

/** Returns the content as a recipient gets it. */
export function contentTo({ custom }: Pick<Recipient, 'custom'>, written: WrittenContent): WrittenContent {
  const spoken = LANGUAGE_FIELDS.map((field) => custom[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return contentFor(written, translationFor(written, spoken === undefined ? null : String(spoken)));
}

/** Returns the content itself and each of its translations. */
export const inEachLanguage = (written: WrittenContent): [language: string | null, content: WrittenContent][] =>
  [null, ...Object.keys(written.translations ?? {})].map((each) => [each, contentFor(written, each)]);
