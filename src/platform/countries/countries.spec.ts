import { countryCode } from './countries.js';

describe('a country', () => {
  it.each([
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['germany', 'DE'],
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['USA', 'US'],
    ['gbr', 'GB'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ["Côte d'Ivoire", 'CI'],
    ['CURACAO', 'CW'],
    ['South Korea', 'KR'],
    ['Czechia', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['U.S.A.', 'US'],
    ['United States (US)', 'US'],
    ['United Kingdom (UK)', 'GB'],
    ['England', 'GB'],
    ['Deutschland', 'DE'],
    ['Österreich', 'AT'],
    ['Suisse', 'CH'],
    ['Holland', 'NL'],
    ['the Bahamas', 'BS'],
    ['Macedonia', 'MK'],
    ['España', 'ES'],
    ['Polska', 'PL'],
    ['Россия', 'RU'],
    ['日本', 'JP'],
  ])('"%s" is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it.each(['', 'XX', 'ZZZ', 'Atlantis', 'D', '12', 'constructor', '🇩🇪', 'the', 'Korea (North)', 'Germany (FR)'])(
    '"%s" is none',
    (text) => {
      expect(countryCode(text)).toBeNull();
    },
  );
});
