import countries from 'i18n-iso-countries/index.js';

const displayNames = new Intl.DisplayNames('en', { type: 'region' });

/** All countries (ISO 3166 alpha-2) with their common English names, sorted by name. */
export const NAMED_COUNTRIES = Object.keys(countries.getAlpha2Codes())
  .map((code) => ({ code, title: displayNames.of(code) ?? code }))
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));
