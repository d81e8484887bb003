import countries from 'i18n-iso-countries/index.js';

interface NamedCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly title: string;
}

const displayNames = new Intl.DisplayNames('en', { type: 'region' });

/** All countries with their common English names, sorted by name. */
export const NAMED_COUNTRIES: readonly NamedCountry[] = Object.keys(countries.getAlpha2Codes())
  .map((code) => ({ code, title: displayNames.of(code) ?? code }))
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));
