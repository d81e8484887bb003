import { firstFree, slugOf } from './slug.js';

describe('a slug', () => {
  it.each([
    ['Summer Sale 2026!', 'summer-sale-2026'],
    ['Größe & Maß', 'grosse-mass'],
    ['Ærø Łódź Đak', 'aero-lodz-dak'],
    ['Crème brûlée', 'creme-brulee'],
    ["L'été d’or", 'lete-dor'],
    ['Новости дня', 'novosti-dnya'],
    ['Νέα', 'nea'],
    ['ＦＵＬＬ ｗｉｄｔｈ', 'full-width'],
    ['  --a__b--  ', 'a-b'],
    ['新闻', ''],
    ['🎉', ''],
  ])('of "%s" is "%s"', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('joins words by the separator', () => {
    expect(slugOf('Shoe size (EU)', '_')).toBe('shoe_size_eu');
  });

  it('leaves room for a number in a column of 190, however long the title unfolds', () => {
    expect(slugOf('ß'.repeat(190))).toHaveLength(180);
    expect(slugOf(`${'a'.repeat(179)} b`)).toBe('a'.repeat(179));
  });

  it('takes the first free number', () => {
    expect(firstFree('news', new Set())).toBe('news');
    expect(firstFree('news', new Set(['news', 'news-2', 'news-4']))).toBe('news-3');
    expect(firstFree('size', new Set(['size']), '_')).toBe('size_2');
  });
});
