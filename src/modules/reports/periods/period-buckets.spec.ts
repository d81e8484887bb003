import { bucketKey, bucketsOf, weekdayOf } from './period-buckets.js';

const BERLIN = 'Europe/Berlin';
const dates = (...asked: Parameters<typeof bucketsOf>): string[] => bucketsOf(...asked).map(({ date }) => date);

describe('buckets of growth', () => {
  it('are all days of a period', () => {
    expect(dates({ from: '2026-02-27', to: '2026-03-01' }, 'day', BERLIN)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('are weeks from Monday, and mark partial ones', () => {
    // 1 June 2026 is a Monday.
    expect(bucketsOf({ from: '2026-06-03', to: '2026-06-15' }, 'week', BERLIN)).toEqual([
      { key: '2026-06-01', date: '2026-06-01', partial: true },
      { key: '2026-06-08', date: '2026-06-08', partial: false },
      { key: '2026-06-15', date: '2026-06-15', partial: true },
    ]);
    expect(['2026-06-01', '2026-06-07'].map(weekdayOf)).toEqual([1, 7]);
  });

  it('are weeks across the turn of the year', () => {
    expect(bucketKey({ day: '2027-01-01', hour: '' }, 'week')).toBe('2026-12-28');
  });

  it('are months by their first day', () => {
    expect(bucketsOf({ from: '2028-01-31', to: '2028-02-29' }, 'month', BERLIN)).toEqual([
      { key: '2028-01-01', date: '2028-01-01', partial: true },
      { key: '2028-02-01', date: '2028-02-01', partial: false },
    ]);
  });

  it('are 25 hours on the day on which daylight saving time ends, with one repeated', () => {
    const hours = dates({ from: '2026-10-25', to: '2026-10-25' }, 'hour', BERLIN);
    expect(hours).toHaveLength(25);
    expect(hours.slice(1, 5)).toEqual([
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ]);
  });

  it('are 23 hours on the day on which daylight saving time starts', () => {
    const hours = dates({ from: '2026-03-29', to: '2026-03-29' }, 'hour', BERLIN);
    expect(hours).toHaveLength(23);
    expect(hours.slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']);
  });

  it.each([
    ['Asia/Kolkata', '2026-05-05', 24, '2026-05-05T00:00:00+05:30'],
    ['UTC', '2026-05-05', 24, '2026-05-05T00:00:00+00:00'],
    // Midnight was skipped there.
    ['Asia/Beirut', '2026-03-29', 23, '2026-03-29T01:00:00+03:00'],
  ])('are hours of local time in %s', (timeZone, day, count, first) => {
    const hours = dates({ from: day, to: day }, 'hour', timeZone);
    expect(hours).toHaveLength(count);
    expect(hours[0]).toBe(first);
  });

  it.each(['2026-04-05', '2026-10-04'])('also end if the clock moves by half an hour: %s', (day) => {
    const hours = dates({ from: day, to: day }, 'hour', 'Australia/Lord_Howe');
    expect(hours.length).toBeGreaterThanOrEqual(24);
    expect(hours.length).toBeLessThanOrEqual(25);
  });
});
