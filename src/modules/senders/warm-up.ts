import { DateTime } from 'luxon';

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function localDayOf(moment: Date, timeZone: string): string {
  return DateTime.fromJSDate(moment, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** When the next local day begins. */
export function nextLocalDay(moment: Date, timeZone: string): Date {
  return DateTime.fromJSDate(moment, { zone: timeZone }).plus({ days: 1 }).startOf('day').toJSDate();
}

export interface DailyPlan {
  readonly dailyCap: number | null;
  readonly warmup: { readonly start: number; readonly factor: number } | null;
}

/**
 * How many mails may leave on a day.
 * @param day the first day of warming up is 1.
 */
export function capOn(day: number, { dailyCap, warmup }: DailyPlan): number | null {
  if (warmup === null || dailyCap === null) return dailyCap;
  // A hair more, so that 50 * 1.1 is 55 and not 55.00000000000001 or 54.999.
  return Math.min(dailyCap, Math.floor(warmup.start * warmup.factor ** (day - 1) + 1e-6));
}
