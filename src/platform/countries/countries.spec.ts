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
  ])('"%s" is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it.each(['', 'XX', 'ZZZ', 'Atlantis', 'D', '12', 'constructor', '🇩🇪'])('"%s" is none', (text) => {
    expect(countryCode(text)).toBeNull();
  });
});
