import { languageOf } from './page-language.js';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['it,es;q=0.4,en;q=0.3', 'es'],
    ['en;q=0.1,ES;q=0.9', 'es'],
    ['ja,zh;q=0.9', 'en'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['*', 'en'],
    ['de;q=much,es;q=0.2', 'es'],
    [`${'x-long,'.repeat(1_000)}de`, 'en'],
  ])('for %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
