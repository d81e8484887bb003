import { daysOf } from './report-period.js';

describe('daysOf', () => {
  it('has every day once, inclusive', () => {
    expect(daysOf({ from: '2028-02-27', to: '2028-03-01' })).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(daysOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual(['2026-03-29']);
  });

  it('is independent of daylight saving time', () => {
    expect(daysOf({ from: '2026-03-01', to: '2026-11-01' })).toHaveLength(246);
  });

  it('allows ten years at most', () => {
    expect(daysOf({ from: '2020-01-01', to: '2030-01-07' })).toHaveLength(3_660);
    expect(() => daysOf({ from: '2020-01-01', to: '2030-01-08' })).toThrow(/end_date/);
  });
});
