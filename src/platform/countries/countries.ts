import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** All country names are read in these languages, besides the languages of each country. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Common aliases: parts, former names, and short names. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  BA: ['Bosnia'],
  CD: ['DR Congo', 'DRC'],
  CV: ['Cabo Verde'],
  GB: ['England', 'Scotland', 'Wales', 'Northern Ireland', 'Britain'],
  KR: ['Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  US: ['America'],
  VA: ['Vatican', 'Holy See'],
};

let spellings: ReadonlyMap<string, string> | null = null;

/** Built on first use, because loading the names of a language is slow. */
function bySpelling(): ReadonlyMap<string, string> {
  if (spellings !== null) return spellings;
  const names = new Map<string, string>();
  const nameIn = (language: string, region: string): string | undefined =>
    new Intl.DisplayNames(language, { type: 'region' }).of(region);
  const all = Object.entries(english.countries as Record<string, string | string[]>);
  for (const [alpha2, own] of all) {
    // Codes as they are stored are found without folding.
    names.set(alpha2, alpha2);
    const ours = [alpha2, countries.alpha2ToAlpha3(alpha2), nameIn('en', alpha2), ...[own].flat()];
    for (const spelling of [...ours, ...(VARIANTS[alpha2] ?? [])])
      if (spelling !== undefined) names.set(folded(spelling), alpha2);
  }
  // Names in other languages never replace codes or English names.
  for (const [alpha2] of all)
    for (const language of [...LANGUAGES, new Intl.Locale(`und-${alpha2}`).maximize().language]) {
      const spelling = folded(nameIn(language, alpha2) ?? '');
      if (!names.has(spelling)) names.set(spelling, alpha2);
    }
  spellings = names;
  return names;
}

/** Reads a code, or a name in English, a major language, or that of the country. @returns the alpha-2 code; null if unknown. */
export function countryCode(text: string): string | null {
  const names = bySpelling();
  const name = names.has(text) ? text : folded(text);
  const known = names.get(name) ?? names.get(name.replace(/^the /, ''));
  if (known !== undefined) return known;
  // Shops write "United States (US)".
  const [, outside, inside] = /^([^()]+)\(([^()]+)\)\s*$/.exec(text) ?? [];
  if (outside === undefined || inside === undefined) return null;
  const code = countryCode(outside);
  return code === countryCode(inside) ? code : null;
}
