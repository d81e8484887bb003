/** The languages that the public pages and our own mails speak; the first is for everybody else. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const LONGEST_HEADER = 200;

/** Custom fields that say what a contact speaks; the first one that names a language of ours is believed. */
export const LANGUAGE_FIELDS = ['language', 'locale'] as const;

/** What `Accept-Language` (RFC 9110 section 12.5.4) likes best of what we speak. */
export function languageOf(header: string | undefined): Language {
  return bestOf(header) ?? LANGUAGES[0];
}

/** What a contact's field says; null for what we do not speak. `de_AT` is how programs write what browsers call `de-AT`. */
export function spokenLanguage(value: string): Language | null {
  return bestOf(value.replaceAll('_', '-'));
}

function bestOf(header: string | undefined): Language | null {
  const wishes = (header ?? '')
    .slice(0, LONGEST_HEADER)
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
  for (const { language } of wishes) {
    const known = LANGUAGES.find((each) => each === language);
    if (known) return known;
  }
  return null;
}
