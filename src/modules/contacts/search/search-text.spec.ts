import { START, keysOf, searchTextOf, searchWordsOf, wordId, wordsOf } from './search-text.js';

const shown = (text: string): string => text.replaceAll(START, '^');
const textOf = (email: string, firstName: string | null = null, lastName: string | null = null): string =>
  searchTextOf({ email, firstName, lastName });

describe('the search text of a contact', () => {
  it('contains address and names in plain spelling, each word marked', () => {
    expect(shown(textOf('ada.l@example.com', 'Łucja', 'Weiß-Øster'))).toBe(
      '^ada.^l@^example.^com ^lucja ^weiss-^oster',
    );
  });

  it('contains nothing for missing names', () => {
    expect(shown(textOf('a@b.de'))).toBe('^a@^b.^de');
  });

  it('fits its column, even if letters expand', () => {
    expect(textOf('a@b.de', '\ufdfa'.repeat(190), 'b')).toHaveLength(1_000);
  });

  it('is not affected by marks in names', () => {
    expect(shown(textOf('a@b.de', 'x\u0001y'))).toBe('^a@^b.^de ^x ^y');
  });

  it('is the same with and without additional non-ASCII letters', () => {
    const usual = textOf('Ada-1.l@Example.com', "O'Neil 3rd", 'de la Cruz');
    const beside = textOf('Ada-1.l@Example.com', "O'Neil 3rd", 'de la Cruz 王');
    expect(shown(usual)).toBe('^ada-^1.^l@^example.^com ^oneil ^3rd ^de ^la ^cruz');
    expect(beside).toBe(`${usual} ${START}${START}王`);
    expect([...wordsOf(beside)]).toEqual([...wordsOf(usual), '王']);
  });

  it('consists of words', () => {
    expect([...wordsOf(textOf('ada@example.com', 'Ada', "O'Hara"))]).toEqual(['ada', 'example', 'com', 'ohara']);
  });

  it.each(["O'Neil", 'O’Neil', 'O‘Neil', 'OʼNeil', 'O`Neil', 'O´Neil', 'O＇Neil', 'O′Neil', 'ONeil'])(
    'is the same for %s',
    (name) => {
      expect(shown(textOf('a@b.de', name))).toBe('^a@^b.^de ^oneil');
      expect(searchWordsOf(name)).toEqual(searchWordsOf('oneil'));
    },
  );

  it('contains names without spaces as one word, the family name first', () => {
    expect(shown(textOf('a@b.de', '太郎', '山田'))).toBe('^a@^b.^de ^^山田太郎');
    expect(shown(textOf('a@b.de', 'Taro', '山田'))).toBe('^a@^b.^de ^taro ^^山田');
    expect(shown(textOf('a@b.de', 'X王 王x'))).toBe('^a@^b.^de ^^x王 ^^王x');
  });

  it('contains both forms of an address', () => {
    expect(shown(textOf('a@xn--mller-kva.de'))).toBe('^a@^xn--^mller-^kva.^de ^a@^muller.^de');
    expect(textOf('a@müller.de')).toBe(textOf('a@xn--mller-kva.de'));
  });
});

describe('a word', () => {
  it('has keys for the whole word and for each suffix of at least three letters', () => {
    expect(keysOf('anna').map(shown)).toEqual(['^anna', 'anna', 'nna']);
    expect(keysOf('jo').map(shown)).toEqual(['^jo']);
    expect(keysOf('王小明').map(shown)).toEqual(['^王小明', '王小明', '小明', '明']);
    expect(keysOf('x王').map(shown)).toEqual(['^x王', 'x王', '王']);
  });

  it('has keys that fit their column, without split letters', () => {
    const keys = keysOf('𝟙𝓪'.repeat(40));
    expect(Math.max(...keys.map((key) => Array.from(key).length))).toBe(40);
    expect(keys.every((key) => !/[\ud800-\udfff]/u.test(key))).toBe(true);
  });

  it('is truncated between letters', () => {
    expect([...wordsOf(START + 'x'.repeat(70))]).toEqual(['x'.repeat(64)]);
    expect([...wordsOf(START + '𝓪'.repeat(70))]).toEqual(['𝓪'.repeat(64)]);
  });

  it('has an id of eight bytes, as hex digits', () => {
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

  it('finds three or more letters inside words', () => {
    expect(words(' Änn  ')).toEqual([{ pattern: '%ann%', keys: ['ann…'], keySuffices: true }]);
  });

  it('finds fewer letters at the start of words', () => {
    expect(words('jo')).toEqual([{ pattern: '%^jo%', keys: ['^jo…'], keySuffices: true }]);
  });

  it.each(['小明', '明', '太郎', 'ทิ', 'x王'])('finds %s inside words', (text) => {
    const [word] = searchWordsOf(text);
    const { text: key, whole } = word?.keys[0] ?? {};
    expect(word).toMatchObject({ pattern: `%${key}%`, keySuffices: true });
    expect(whole).toBe(false);
  });

  it('searches across separators by each part', () => {
    expect(words('明.王x')).toEqual([{ pattern: '%明.^^王x%', keys: ['^王x…', '明|'], keySuffices: false }]);
    expect(words('a.lovelace@ex')).toEqual([
      { pattern: '%a.^lovelace@^ex%', keys: ['^lovelace|', '^ex…'], keySuffices: false },
    ]);
    expect(words('ada@')).toEqual([{ pattern: '%ada@%', keys: ['ada|'], keySuffices: false }]);
    expect(words('.com')).toEqual([{ pattern: '%.^com%', keys: ['^com…'], keySuffices: false }]);
  });

  it('escapes wildcards', () => {
    expect(words('100%_')).toEqual([{ pattern: '%100\\%\\_%', keys: ['100|'], keySuffices: false }]);
  });

  it('has no keys for text that is not indexed', () => {
    expect(words('@ a.')).toEqual([
      { pattern: '%@%', keys: [], keySuffices: false },
      { pattern: '%a.%', keys: [], keySuffices: false },
    ]);
  });

  it('has each word once, and at most eight', () => {
    expect(searchWordsOf('ann ANN änn')).toHaveLength(1);
    expect(searchWordsOf('a b c d e f g h i j')).toHaveLength(8);
  });

  it('looks up the prefix of a word that is longer than a key', () => {
    const [word] = searchWordsOf('x'.repeat(60));
    expect(word).toMatchObject({ keys: [{ text: 'x'.repeat(40), whole: false }], keySuffices: false });
  });

  it('of blanks has no words', () => {
    expect(searchWordsOf(' \u00a0\t ')).toEqual([]);
  });
});
