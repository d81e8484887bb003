import { languageOf, LANGUAGES, TEXTS } from './languages.js';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['sv,es;q=0.4,en;q=0.3', 'es'],
    ['it,es;q=0.4', 'it'],
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

describe.each(LANGUAGES.map((language) => [language, TEXTS[language]] as const))(
  'the texts in %s',
  (language, texts) => {
    it('keep the merge tags, and differ from English', () => {
      const tags = (text: string): string[] => text.match(/\{\{.*?\}\}/g) ?? [];
      for (const name of ['doubleOptIn', 'preferenceLink'] as const)
        for (const [part, text] of Object.entries(texts.emails[name]))
          expect(tags(text)).toEqual(tags(TEXTS.en.emails[name][part as 'text']));
      const titles = (each: typeof texts): string[] => Object.values(each.pages).map(({ title }) => title);
      if (language !== 'en') expect(titles(texts).filter((title) => titles(TEXTS.en).includes(title))).toEqual([]);
    });

    it('format a date', () => {
      const day = new Date('2026-11-24T12:00:00Z').toLocaleDateString(texts.locale, { dateStyle: 'long' });
      expect(texts.preferences.pausedUntil(day)).toContain('2026');
    });
  },
);
