import { DateTime, type DurationLike } from 'luxon';
import { dayFault, isCalendarDay } from '../../../platform/clock/timestamps.js';
import { AppError, invalidParam, ValidationErrors } from '../../../platform/errors/app-error.js';
import { shiftDay, startOfDay } from '../../../platform/clock/local-time.js';

/** Local days as `YYYY-MM-DD`, inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const DATE_RANGES = ['today', 'yesterday', '7_days', '30_days', '90_days', '12_months', 'custom'] as const;
export type DateRange = (typeof DATE_RANGES)[number];

export const COMPARISONS = ['previous_period', 'previous_year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface PeriodRequest {
  /** Default: `custom` if a date is given, or else the last 30 days. */
  readonly dateRange: DateRange | undefined;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

/** All days that the database supports, for queries over all time. */
export const ALL_TIME: Period = { from: '1000-01-01', to: '9999-12-31' };

/** `meta` of a report over all time. */
export const NO_DAYS = { from: null, to: null } as const;

/** Ten years, which limits responses with a row for every day. */
export const MAX_DAYS = 3_660;

const FIRST_DAY = '1970-01-01';
/** Limits periods to lengths whose comparison period the database supports. */
const LAST_DAY = '2199-12-31';

/** Ranges end today and include it. @throws AppError rest_invalid_param for each wrong date; invalid_date_range */
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

/** Null without dates: all time. @throws AppError rest_invalid_param; invalid_date_range */
export function optionalPeriod(request: PeriodRequest, today: string): Period | null {
  const isAsked = Object.values(request).some((part) => part !== undefined);
  return isAsked ? resolvePeriod(request, today) : null;
}

/** The same number of days just before, or the same days a year earlier (29 February becomes 28 February). */
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

/** @throws AppError rest_invalid_param naming end_date if the period has more than 3660 days */
export function daysOf(period: Period): string[] {
  const length = daysIn(period);
  if (length > MAX_DAYS) throw invalidParam('end_date', `must be at most ${MAX_DAYS} days after start_date`);
  return Array.from({ length }, (_, index) => shiftDay(period.from, index));
}

/** Returns the start and the exclusive end of a period in a time zone, in UTC as `YYYY-MM-DD HH:MM:SS`. */
export const momentsOf = ({ from, to }: Period, timeZone: string) => ({
  start: startOfDay(from, timeZone),
  end: startOfDay(shiftDay(to, 1), timeZone),
});

function customPeriod({ startDate, endDate }: PeriodRequest): Period {
  const faults = new ValidationErrors();
  for (const [field, day] of [
    ['start_date', startDate],
    ['end_date', endDate],
  ] as const) {
    if (day === undefined) faults.add(field, 'is required');
    else if (!isCalendarDay(day)) faults.add(field, dayFault(day, 'must be a day as YYYY-MM-DD'));
    else if (day < FIRST_DAY || day > LAST_DAY) faults.add(field, `must be from ${FIRST_DAY} to ${LAST_DAY}`);
  }
  faults.throwIfAny();
  const period = { from: startDate ?? '', to: endDate ?? '' };
  if (period.to < period.from)
    throw new AppError('invalid_date_range', 'End date must be after start date.', {
      data: { params: { start_date: 'is after end_date', end_date: 'is before start_date' } },
    });
  return period;
}

/** If the month lacks the day, its last day is used. */
function earlier(day: string, duration: DurationLike): string {
  return DateTime.fromISO(day, { zone: 'utc' }).minus(duration).toFormat('yyyy-MM-dd');
}
