import { Faults } from '../../../platform/errors/faults.js';
import { shiftDay } from './local-day.js';
import { daysIn, type Period } from './report-period.js';

/** Ten years: an answer with a row for every day has to end somewhere. */
export const MOST_DAYS = 3_660;

/**
 * Every day of a period in order, for reports that show also the days on which nothing happened.
 * @throws AppError rest_invalid_param naming end_date when it comes more than 3660 days after the start
 */
export function daysOf(period: Period): string[] {
  const length = daysIn(period);
  if (length > MOST_DAYS) {
    const faults = new Faults();
    faults.add('end_date', `must be at most ${MOST_DAYS} days after start_date`);
    faults.throwIfAny();
  }
  return Array.from({ length }, (_, index) => shiftDay(period.from, index));
}
