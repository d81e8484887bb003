import { inOneCurrency } from './earnings.js';

const sum = (currency: string, orders: number, revenue: number) => ({ currency, orders, revenue });

describe('earnings in one currency', () => {
  it.each([
    ['nothing', [], null, { revenue: 0, currency: null }],
    ['zero in a requested currency without orders', [sum('USD', 1, 500)], 'EUR', { revenue: 0, currency: 'EUR' }],
    [
      'the currency of most orders',
      [sum('USD', 1, 90_000), sum('EUR', 2, 1_999)],
      null,
      { revenue: 19.99, currency: 'EUR' },
    ],
    [
      'the first currency by code when two have equally many orders',
      [sum('USD', 2, 500), sum('JPY', 2, 1_500)],
      null,
      { revenue: 1_500, currency: 'JPY' },
    ],
    [
      'several sums of one currency',
      [sum('EUR', 1, 500), sum('USD', 1, 1), sum('EUR', 1, -120)],
      null,
      { revenue: 3.8, currency: 'EUR' },
    ],
    ['the requested currency', [sum('USD', 1, 500), sum('EUR', 2, 100)], 'USD', { revenue: 5, currency: 'USD' }],
  ])('is %s', (_what, sums, wanted, earnings) => {
    expect(inOneCurrency(sums, wanted)).toEqual(earnings);
  });
});
