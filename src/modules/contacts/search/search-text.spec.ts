import { START, keysOf, searchTextOf, searchWordsOf, wordId, wordsOf } from './search-text.js';

const shown = (text: string): string => text.replaceAll(START, '^');
const textOf = (email: string, firstName: string | null = null, lastName: string | null = null): string =>
  searchTextOf({ email, firstName, lastName });

describe('the text under which a contact is searched', () => {
  it('holds address and names in plain spelling, each word marked', () => {
    expect(shown(textOf('ada.l@example.com', 'Łucja', 'Weiß-Øster'))).toBe(
      '^ada.^l@^example.^com ^lucja ^weiss-^oster',
    );
  });

  it('holds nothing for names that are not there', () => {
    expect(shown(textOf('a@b.de'))).toBe('^a@^b.^de');
  });

  it('fits its column, whatever letters unfold into', () => {
    expect(textOf('a@b.de', '\ufdfa'.repeat(190), 'b')).toHaveLength(1_000);
  });

  it('cannot be confused by marks in the names themselves', () => {
    expect(shown(textOf('a@b.de', 'x\u0001y'))).toBe('^a@^b.^de ^x ^y');
  });

  it('is the same whether or not other letters stand beside the usual ones', () => {
    const usual = textOf('Ada-1.l@Example.com', "O'Neil 3rd", 'de la Cruz');
    const beside = textOf('Ada-1.l@Example.com', "O'Neil 3rd", 'de la Cruz 王');
    expect(shown(usual)).toBe("^ada-^1.^l@^example.^com ^o'^neil ^3rd ^de ^la ^cruz");
    expect(beside).toBe(`${usual} ${START}王`);
    expect([...wordsOf(beside)]).toEqual([...wordsOf(usual), '王']);
  });

  it('is made of words', () => {
    expect([...wordsOf(textOf('ada@example.com', 'Ada', "O'Hara"))]).toEqual(['ada', 'example', 'com', 'o', 'hara']);
  });
});

describe('a word', () => {
  it('is found as a whole and from each letter on that leaves three', () => {
    expect(keysOf('anna').map(shown)).toEqual(['^anna', 'anna', 'nna']);
    expect(keysOf('jo').map(shown)).toEqual(['^jo']);
  });

  it('has keys that fit their column, whole letters only', () => {
    const keys = keysOf('𝟙𝓪'.repeat(40));
    expect(Math.max(...keys.map((key) => Array.from(key).length))).toBe(40);
    expect(keys.every((key) => !/[\ud800-\udfff]/u.test(key))).toBe(true);
  });

  it('is cut where nobody searches any more, between letters', () => {
    expect([...wordsOf(START + 'x'.repeat(70))]).toEqual(['x'.repeat(64)]);
    expect([...wordsOf(START + '𝓪'.repeat(70))]).toEqual(['𝓪'.repeat(64)]);
  });

  it('has eight bytes of its own, as hex digits', () => {
    expect(wordId('anna')).toMatch(/^[0-9a-f]{16}$/);
    expect(wordId('anna')).not.toEqual(wordId('anne'));
  });
});

describe('a search', () => {
  const words = (search: string): object[] =>
    searchWordsOf(search).map(({ pattern, keys, keySuffices }) => ({
      pattern: shown(pattern),
      keys: keys.map(({ text, whole }) => shown(text) + (whole ? '|' : '…')),
      keySuffices,
    }));

  it('looks for three letters and more inside of words', () => {
    expect(words(' Änn  ')).toEqual([{ pattern: '%ann%', keys: ['ann…'], keySuffices: true }]);
  });

  it('looks for fewer at the beginning of words', () => {
    expect(words('jo')).toEqual([{ pattern: '%^jo%', keys: ['^jo…'], keySuffices: true }]);
  });

  it('looks across what divides words, by each of its parts', () => {
    expect(words('a.lovelace@ex')).toEqual([
      { pattern: '%a.^lovelace@^ex%', keys: ['^lovelace|', '^ex…'], keySuffices: false },
    ]);
    expect(words('ada@')).toEqual([{ pattern: '%ada@%', keys: ['ada|'], keySuffices: false }]);
    expect(words('.com')).toEqual([{ pattern: '%.^com%', keys: ['^com…'], keySuffices: false }]);
  });

  it('takes wildcards for letters', () => {
    expect(words('100%_')).toEqual([{ pattern: '%100\\%\\_%', keys: ['100|'], keySuffices: false }]);
  });

  it('knows what no index can know', () => {
    expect(words('@ a.')).toEqual([
      { pattern: '%@%', keys: [], keySuffices: false },
      { pattern: '%a.%', keys: [], keySuffices: false },
    ]);
  });

  it('has each word once, and eight at most', () => {
    expect(searchWordsOf('ann ANN änn')).toHaveLength(1);
    expect(searchWordsOf('a b c d e f g h i j')).toHaveLength(8);
  });

  it('asks the index for the beginning of a word that is longer than a key', () => {
    const [word] = searchWordsOf('x'.repeat(60));
    expect(word).toMatchObject({ keys: [{ text: 'x'.repeat(40), whole: false }], keySuffices: false });
  });

  it('of blanks alone has no words', () => {
    expect(searchWordsOf(' \u00a0\t ')).toEqual([]);
  });
});
