import { localDay } from '../../platform/clock/local-time.js';
import { limitsOn, nextLocalDay } from './warm-up.js';

describe('the limit of campaigns on a day', () => {
  const plan = { dailyCap: 300, dailyCapBulk: null, warmup: { start: 50, factor: 2 } };

  it.each([
    [1, 50],
    [2, 100],
    [3, 200],
    [4, 300],
    [100_000, 300],
  ])('on warm-up day %i is %i emails', (day, campaigns) => {
    expect(limitsOn(day, plan)).toEqual({ all: 300, campaigns });
  });

  it('accepts a decimal factor', () => {
    const slow = { ...plan, dailyCap: 1_000, warmup: { start: 50, factor: 1.1 } };
    expect([1, 2, 3].map((day) => limitsOn(day, slow).campaigns)).toEqual([50, 55, 60]);
  });

  it('is the lower of the daily caps without a warm-up, and none without caps', () => {
    const without = { dailyCap: null, dailyCapBulk: null, warmup: null };
    expect(limitsOn(1, { ...without, dailyCap: 7 })).toEqual({ all: 7, campaigns: 7 });
    expect(limitsOn(1, { ...without, dailyCap: 7, dailyCapBulk: 5 })).toEqual({ all: 7, campaigns: 5 });
    expect(limitsOn(1, { ...without, dailyCapBulk: 5 })).toEqual({ all: null, campaigns: 5 });
    expect(limitsOn(1, without)).toEqual({ all: null, campaigns: null });
  });
});

describe('the local day', () => {
  it('ends at local midnight, also when the clocks change', () => {
    const evening = new Date('2026-03-28T22:30:00Z');
    expect(localDay(evening, 'Europe/Berlin')).toBe('2026-03-28');
    expect(nextLocalDay(evening, 'Europe/Berlin')).toEqual(new Date('2026-03-28T23:00:00Z'));
    expect(nextLocalDay(new Date('2026-03-29T12:00:00Z'), 'Europe/Berlin')).toEqual(new Date('2026-03-29T22:00:00Z'));
  });
});
