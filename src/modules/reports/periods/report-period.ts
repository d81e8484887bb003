import { DateTime, type DurationLike } from 'luxon';
import { isCalendarDay } from '../../../platform/clock/calendar-day.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Faults } from '../../../platform/errors/faults.js';
import { shiftDay } from './local-day.js';

/** Local days, both of them included, as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const DATE_RANGES = ['today', 'yesterday', '7_days', '30_days', '90_days', '12_months', 'custom'] as const;
export type DateRange = (typeof DATE_RANGES)[number];

export const COMPARISONS = ['previous_period', 'previous_year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface PeriodRequest {
  /** Left out, it is `custom` when a date is given, else the last 30 days. */
  readonly dateRange: DateRange | undefined;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

const FIRST_DAY = '1970-01-01';
/** Periods that end here have a period before them that is still a day to the database. */
const LAST_DAY = '2199-12-31';

/**
 * The days that a caller asked for; ranges end today and count it.
 * @throws AppError rest_invalid_param naming each date that is missing or no day; invalid_date_range
 */
export function resolvePeriod(request: PeriodRequest, today: string): Period {
  const dated = request.startDate !== undefined || request.endDate !== undefined;
  switch (request.dateRange ?? (dated ? 'custom' : '30_days')) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shiftDay(today, -1), to: shiftDay(today, -1) };
    case '7_days':
      return { from: shiftDay(today, -6), to: today };
    case '30_days':
      return { from: shiftDay(today, -29), to: today };
    case '90_days':
      return { from: shiftDay(today, -89), to: today };
    case '12_months':
      return { from: shiftDay(earlier(today, { months: 12 }), 1), to: today };
    case 'custom':
      return customPeriod(request);
  }
}

/**
 * What a period is compared with: as many days just before it, or the same days a year earlier (29 February has
 * 28 February there).
 */
export function comparedPeriod({ from, to }: Period, comparison: Comparison): Period | null {
  switch (comparison) {
    case 'none':
      return null;
    case 'previous_year':
      return { from: earlier(from, { years: 1 }), to: earlier(to, { years: 1 }) };
    case 'previous_period':
      return { from: shiftDay(from, -daysIn({ from, to })), to: shiftDay(from, -1) };
  }
}

export function daysIn({ from, to }: Period): number {
  const [first, last] = [from, to].map((day) => DateTime.fromISO(day, { zone: 'utc' }).toMillis());
  return ((last ?? 0) - (first ?? 0)) / 86_400_000 + 1;
}

function customPeriod({ startDate, endDate }: PeriodRequest): Period {
  const faults = new Faults();
  for (const [field, day] of [
    ['start_date', startDate],
    ['end_date', endDate],
  ] as const) {
    if (day === undefined) faults.add(field, 'is required');
    else if (!isCalendarDay(day)) faults.add(field, 'must be a day as YYYY-MM-DD');
    else if (day < FIRST_DAY || day > LAST_DAY) faults.add(field, `must be from ${FIRST_DAY} to ${LAST_DAY}`);
  }
  faults.throwIfAny();
  const period = { from: startDate ?? '', to: endDate ?? '' };
  if (period.to < period.from) throw new AppError('invalid_date_range', 'End date must be after start date.');
  return period;
}

/** A month or a year that lacks the day gives its last one instead. */
function earlier(day: string, duration: DurationLike): string {
  return DateTime.fromISO(day, { zone: 'utc' }).minus(duration).toFormat('yyyy-MM-dd');
}
