import { type Period, type PeriodRequest, resolvePeriod } from './report-period.js';

/** All days that a database knows. */
export const EVER: Period = { from: '1000-01-01', to: '9999-12-31' };

/**
 * The days that a caller asked for; null when none are named, for reports that then answer all time.
 * @throws AppError rest_invalid_param; invalid_date_range
 */
export function askedPeriod(request: PeriodRequest, today: string): Period | null {
  const isAsked = Object.values(request).some((part) => part !== undefined);
  return isAsked ? resolvePeriod(request, today) : null;
}
