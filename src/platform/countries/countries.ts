import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const displayNames = new Intl.DisplayNames('en', { type: 'region' });

/** Every spelling that names a country: alpha-2, alpha-3 and English names, the everyday ones as well as the formal. */
const BY_SPELLING = new Map<string, string>();
for (const [alpha2, names] of Object.entries(english.countries as Record<string, string | string[]>)) {
  const alpha3 = countries.alpha2ToAlpha3(alpha2);
  for (const spelling of [alpha2, alpha3, displayNames.of(alpha2), ...[names].flat()])
    if (spelling !== undefined) BY_SPELLING.set(folded(spelling), alpha2);
}

/** @returns the ISO 3166 alpha-2 code of a code or an English name in any case; null if it names no country. */
export function countryCode(text: string): string | null {
  return BY_SPELLING.get(folded(text)) ?? null;
}
