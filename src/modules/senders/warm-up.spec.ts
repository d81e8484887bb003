import { capOn, localDayOf, nextLocalDay } from './warm-up.js';

describe('the daily cap of a sender', () => {
  it.each([
    [1, 50],
    [2, 100],
    [3, 200],
    [4, 300],
    [100_000, 300],
  ])('on warm-up day %i is %i emails', (day, emails) => {
    expect(capOn(day, { dailyCap: 300, warmup: { start: 50, factor: 2 } })).toBe(emails);
  });

  it('accepts a decimal factor', () => {
    const plan = { dailyCap: 1_000, warmup: { start: 50, factor: 1.1 } };
    expect([1, 2, 3].map((day) => capOn(day, plan))).toEqual([50, 55, 60]);
  });

  it('is daily_cap without a warm-up, and unlimited without daily_cap', () => {
    expect(capOn(1, { dailyCap: 7, warmup: null })).toBe(7);
    expect(capOn(1, { dailyCap: null, warmup: null })).toBeNull();
  });
});

describe('the local day', () => {
  it('ends at local midnight, also when the clocks change', () => {
    const evening = new Date('2026-03-28T22:30:00Z');
    expect(localDayOf(evening, 'Europe/Berlin')).toBe('2026-03-28');
    expect(nextLocalDay(evening, 'Europe/Berlin')).toEqual(new Date('2026-03-28T23:00:00Z'));
    expect(nextLocalDay(new Date('2026-03-29T12:00:00Z'), 'Europe/Berlin')).toEqual(new Date('2026-03-29T22:00:00Z'));
  });
});
