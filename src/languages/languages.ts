import { DE } from './de.js';
import { EN, type Texts } from './en.js';
import { ES } from './es.js';
import { FR } from './fr.js';
import { IT } from './it.js';
import { NL } from './nl.js';
import { PL } from './pl.js';
import { PT } from './pt.js';

export type { Texts };

/** Texts for recipients by ISO 639-1 code; the first language is the default. */
export const TEXTS = { en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL, pt: PT, pl: PL } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as [Language, ...Language[]];

const MAX_HEADER_LENGTH = 200;

/** Custom fields with the language of a contact; the first one with a supported language is used. */
export const LANGUAGE_FIELDS = ['language', 'locale'] as const;

/** Returns the preferred supported language of `Accept-Language` (RFC 9110 section 12.5.4). */
export function languageOf(header: string | undefined): Language {
  return bestOf(header) ?? LANGUAGES[0];
}

/** Returns the language of a contact's field; null if it is not supported. `de_AT` is read like `de-AT`. */
export function supportedLanguage(value: string): Language | null {
  return bestOf(value.replaceAll('_', '-'));
}

function bestOf(header: string | undefined): Language | null {
  const preferred = (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return {
        language: range.split('-')[0] ?? '',
        quality: quality === undefined ? 1 : Number(quality.trim().slice(2)),
      };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of preferred) {
    const known = LANGUAGES.find((each) => each === language);
    if (known) return known;
  }
  return null;
}
