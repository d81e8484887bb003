import { changeOf, figure, periodInWords } from './figures-in-words.js';

describe('formatted figures', () => {
  it.each([
    [1_234_567, 'count', null, '1,234,567'],
    [42.1, 'percent', null, '42.1%'],
    [40, 'percent', null, '40.0%'],
    [1_234.5, 'money', 'EUR', '1,234.50 EUR'],
    [1_234, 'money', 'JPY', '1,234 JPY'],
    [1.25, 'money', 'KWD', '1.250 KWD'],
    [0, 'money', null, '0'],
  ] as const)('%d as %s of %s is %s', (value, unit, currency, words) => {
    expect(figure(value, unit, currency)).toBe(words);
  });

  it.each([
    [{ value: 150, unit: 'count', better: 'more' }, 120, 'up 25.0% from 120', 'good'],
    [{ value: 90, unit: 'count', better: 'more' }, 120, 'down 25.0% from 120', 'bad'],
    [{ value: 5, unit: 'count', better: 'less' }, 10, 'down 50.0% from 10', 'good'],
    [{ value: 5, unit: 'count' }, 0, 'up from 0', 'neutral'],
    [{ value: 5, unit: 'count', better: 'more' }, 5, 'unchanged at 5', 'neutral'],
    [{ value: 42.1, unit: 'percent', better: 'more' }, 40, 'up 2.1 points from 40.0%', 'good'],
  ] as const)('%j after %d is %s', (headline, previous, words, trend) => {
    expect(changeOf({ label: 'x', ...headline }, previous, null)).toMatchObject({ words, trend });
  });

  it('are not compared without a previous figure', () => {
    expect(changeOf({ label: 'x', value: 1, unit: 'count' }, null, null)).toBeNull();
  });

  it.each([
    ['2026-06-09', '2026-06-09', '9 June 2026'],
    ['2026-06-01', '2026-06-30', 'June 2026'],
    ['2026-04-01', '2026-06-30', 'April–June 2026'],
    ['2026-06-22', '2026-06-28', '22–28 June 2026'],
    ['2026-05-29', '2026-06-04', '29 May – 4 June 2026'],
    ['2025-12-29', '2026-01-04', '29 December 2025 – 4 January 2026'],
    ['2025-07-01', '2026-06-30', 'July 2025 – June 2026'],
  ])('%s to %s is %s', (from, to, words) => {
    expect(periodInWords({ from, to })).toBe(words);
  });
});
