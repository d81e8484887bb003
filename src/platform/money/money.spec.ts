import { decimalsOf, isCurrency, toDecimal, toMinor } from './money.js';

describe('money', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    // What people pay in cash is another matter, and so is what some tables of languages say.
    ['HUF', 2],
    ['IDR', 2],
    ['RSD', 2],
    ['IQD', 3],
  ])('knows that %s has %i decimals', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });

  it.each([
    [19.99, 'EUR', 1_999],
    [0.1, 'EUR', 10],
    [1.005, 'EUR', null],
    [1_500, 'JPY', 1_500],
    [0.5, 'JPY', null],
    [-20, 'EUR', -2_000],
    [1_234_567.89, 'USD', 123_456_789],
  ])('reads %d %s as %p of the smallest unit', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor);
  });

  it('restores the original amount', () => {
    for (let minor = -3_000; minor <= 3_000; minor += 1) expect(toMinor(toDecimal(minor, 'EUR'), 'EUR')).toBe(minor);
  });

  it('tells currencies from other words of three letters', () => {
    expect([isCurrency('EUR'), isCurrency('eur'), isCurrency('XQQ')]).toEqual([true, false, false]);
  });
});
