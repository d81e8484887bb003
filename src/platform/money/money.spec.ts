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
    [1_500, 'JPY', 1_500],
    [-20, 'EUR', -2_000],
    [-0.5, 'EUR', -50],
    [1_234_567.89, 'USD', 123_456_789],
    ['59.90', 'EUR', 5_990],
    ['59.9000', 'EUR', 5_990],
    [1e21, 'JPY', 1e21],
    [0, 'EUR', 0],
  ])('reads %p %s as %p of the smallest unit', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toEqual({ minor, isExact: true });
  });

  it.each([
    [0.1 + 0.2, 'EUR', 30],
    [1.005, 'EUR', 100],
    [1.015, 'EUR', 102],
    [1.025, 'EUR', 102],
    [1.0050001, 'EUR', 101],
    ['1.00499999999999999999', 'EUR', 100],
    ['8.12500000000000000001', 'EUR', 813],
    [-1.015, 'EUR', -102],
    [0.5, 'JPY', 0],
    [1.5, 'JPY', 2],
    [2.5, 'JPY', 2],
    [10.0005, 'KWD', 10_000],
    [1e-7, 'EUR', 0],
  ])('rounds %p %s half to even: %p', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toEqual({ minor, isExact: false });
  });

  it('restores the original amount', () => {
    for (let minor = -3_000; minor <= 3_000; minor += 1)
      expect(toMinor(toDecimal(minor, 'EUR'), 'EUR')).toEqual({ minor, isExact: true });
  });

  it('tells currencies from other words of three letters', () => {
    expect([isCurrency('EUR'), isCurrency('eur'), isCurrency('XQQ')]).toEqual([true, false, false]);
  });
});
