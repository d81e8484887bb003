import { AppError } from '../../../platform/errors/app-error.js';
import { comparedPeriod, type DateRange, daysIn, type PeriodRequest, resolvePeriod } from './report-period.js';

const ask = (request: Partial<PeriodRequest>): PeriodRequest => ({
  dateRange: undefined,
  startDate: undefined,
  endDate: undefined,
  ...request,
});

function refusalOf(request: Partial<PeriodRequest>): AppError {
  try {
    resolvePeriod(ask(request), '2026-06-15');
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was accepted');
}

describe('resolvePeriod', () => {
  it.each<[DateRange, string, string, number]>([
    ['today', '2026-03-01', '2026-03-01', 1],
    ['yesterday', '2026-02-28', '2026-02-28', 1],
    ['7_days', '2026-02-23', '2026-03-01', 7],
    ['30_days', '2026-01-31', '2026-03-01', 30],
    ['90_days', '2025-12-02', '2026-03-01', 90],
    ['12_months', '2025-03-02', '2026-03-01', 365],
  ])('reads %s on 1 March as %s to %s', (dateRange, from, to, days) => {
    const period = resolvePeriod(ask({ dateRange }), '2026-03-01');
    expect(period).toEqual({ from, to });
    expect(daysIn(period)).toBe(days);
  });

  it('is the last 30 days by default', () => {
    expect(resolvePeriod(ask({}), '2026-06-30')).toEqual({ from: '2026-06-01', to: '2026-06-30' });
  });

  it('has 366 days of 12 months around a leap day, and ends on it', () => {
    const period = resolvePeriod(ask({ dateRange: '12_months' }), '2028-02-29');
    expect(period).toEqual({ from: '2027-03-01', to: '2028-02-29' });
    expect(daysIn(period)).toBe(366);
  });

  it('accepts custom days, also a single one', () => {
    const custom = { dateRange: 'custom' as const, startDate: '2026-02-28', endDate: '2026-02-28' };
    expect(resolvePeriod(ask(custom), '2026-06-15')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });

  it('treats dates without a range as custom, and ignores them with another range', () => {
    const dates = { startDate: '2026-01-01', endDate: '2026-01-31' };
    expect(resolvePeriod(ask(dates), '2026-06-15')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(resolvePeriod(ask({ ...dates, dateRange: 'today' }), '2026-06-15').from).toBe('2026-06-15');
  });

  it('names both dates if custom lacks them', () => {
    const refusal = refusalOf({ dateRange: 'custom' });
    expect(refusal.code).toBe('rest_invalid_param');
    expect(refusal.message).toBe('Invalid parameter: start_date is required');
    expect(refusal.options.data).toEqual({ params: { start_date: 'is required', end_date: 'is required' } });
  });

  it('names only the invalid date', () => {
    expect(refusalOf({ startDate: '2026-01-01' }).options.data).toEqual({ params: { end_date: 'is required' } });
    expect(refusalOf({ startDate: '2026-02-30', endDate: '2026-03-01' }).options.data).toEqual({
      params: { start_date: 'is not a day that exists' },
    });
    expect(refusalOf({ startDate: '1.2.2026', endDate: '2026-03-01' }).options.data).toEqual({
      params: { start_date: 'must be a day as YYYY-MM-DD' },
    });
    expect(refusalOf({ startDate: '1200-01-01', endDate: '2026-03-01' }).options.data).toEqual({
      params: { start_date: 'must be from 1970-01-01 to 2199-12-31' },
    });
  });

  it('refuses an end before the start with its own code', () => {
    const refusal = refusalOf({ dateRange: 'custom', startDate: '2026-03-02', endDate: '2026-03-01' });
    expect(refusal.code).toBe('invalid_date_range');
    expect(refusal.message).toBe('End date must be after start date.');
  });
});

describe('comparedPeriod', () => {
  it('is the same number of days just before, regardless of the lengths of months', () => {
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const before = comparedPeriod(march, 'previous_period');
    expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28' });
    expect(before && daysIn(before)).toBe(31);
  });

  it('is the day before for a single day', () => {
    expect(comparedPeriod({ from: '2026-01-01', to: '2026-01-01' }, 'previous_period')).toEqual({
      from: '2025-12-31',
      to: '2025-12-31',
    });
  });

  it('is the same days a year earlier, with 28 February for a leap day', () => {
    expect(comparedPeriod({ from: '2028-02-29', to: '2028-03-31' }, 'previous_year')).toEqual({
      from: '2027-02-28',
      to: '2027-03-31',
    });
  });

  it('counts the 23-hour day on which daylight saving time starts as a day', () => {
    expect(comparedPeriod({ from: '2026-03-29', to: '2026-03-30' }, 'previous_period')).toEqual({
      from: '2026-03-27',
      to: '2026-03-28',
    });
  });

  it('is null without a comparison', () => {
    expect(comparedPeriod({ from: '2026-01-01', to: '2026-01-31' }, 'none')).toBeNull();
  });
});
