import type { DateWatch } from '../definition/trigger-match.js';
import { dayAfter, firstRound, oldestRound, startOf, wantedDates } from './date-rounds.js';

const BERLIN = 'Europe/Berlin';
const watch = (changes: Partial<DateWatch> = {}): DateWatch => ({
  field: 'date_of_birth',
  offset_days: 0,
  yearly: 'yes',
  at: '09:00',
  ...changes,
});

describe('days of date triggers', () => {
  it('start at their local time, also if daylight saving skips it', () => {
    expect(startOf('2027-01-10', '09:00', BERLIN)).toEqual(new Date('2027-01-10T08:00:00Z'));
    expect(startOf('2027-07-10', '09:00', BERLIN)).toEqual(new Date('2027-07-10T07:00:00Z'));
    expect(startOf('2027-03-28', '02:30', BERLIN)).toEqual(new Date('2027-03-28T01:30:00Z'));
  });

  it('start with the first one ahead', () => {
    expect(firstRound(new Date('2027-01-10T07:59:59Z'), '09:00', BERLIN)).toBe('2027-01-10');
    expect(firstRound(new Date('2027-01-10T08:00:00Z'), '09:00', BERLIN)).toBe('2027-01-11');
    // It is the next day in that time zone.
    expect(firstRound(new Date('2027-01-10T23:30:00Z'), '09:00', BERLIN)).toBe('2027-01-11');
  });

  it('are processed up to three days late, also across the year end', () => {
    expect(oldestRound(new Date('2027-01-02T23:30:00Z'), BERLIN)).toBe('2026-12-31');
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  });

  it.each<[string, string, Partial<DateWatch>, string, readonly string[] | null]>([
    ['the day itself', '2027-05-17', {}, '2027-05-17', ['05-17']],
    ['a week before it', '2027-05-10', { offset_days: -7 }, '2027-05-17', ['05-17']],
    ['three days after it', '2027-05-20', { offset_days: 3 }, '2027-05-17', ['05-17']],
    ['over the end of a year', '2027-12-29', { offset_days: -7 }, '2028-01-05', ['01-05']],
    ['28 February of other years', '2027-02-28', {}, '2027-02-28', ['02-28', '02-29']],
    ['28 February of a leap year', '2028-02-28', {}, '2028-02-28', ['02-28']],
    ['29 February', '2028-02-29', {}, '2028-02-29', ['02-29']],
    ['a day after 28 February', '2027-03-01', { offset_days: 1 }, '2027-02-28', ['02-28', '02-29']],
    ['once', '2027-02-28', { yearly: 'no' }, '2027-02-28', null],
  ])('are those of %s', (_what, round, changes, date, monthDays) => {
    expect(wantedDates(round, watch(changes))).toEqual({ date, monthDays });
  });

  it('occur once a year for every date, including 29 February', () => {
    for (const year of [2027, 2028])
      for (const born of ['02-27', '02-28', '02-29', '03-01']) {
        const days = ['02-26', '02-27', '02-28', '02-29', '03-01', '03-02']
          .filter((day) => day !== '02-29' || year === 2028)
          .filter((day) => wantedDates(`${year}-${day}`, watch()).monthDays?.includes(born));
        expect(days).toHaveLength(1);
      }
  });
});
