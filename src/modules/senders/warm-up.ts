import { DateTime } from 'luxon';

/** Returns the calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function localDayOf(moment: Date, timeZone: string): string {
  return DateTime.fromJSDate(moment, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** Returns when the next local day starts. */
export function nextLocalDay(moment: Date, timeZone: string): Date {
  return DateTime.fromJSDate(moment, { zone: timeZone }).plus({ days: 1 }).startOf('day').toJSDate();
}

export interface DailyPlan {
  readonly dailyCap: number | null;
  /** For campaigns alone. */
  readonly dailyCapBulk: number | null;
  readonly warmup: { readonly start: number; readonly factor: number } | null;
}

/** The maximum number of emails on a day; null for no limit. */
export interface DayLimits {
  readonly all: number | null;
  readonly campaigns: number | null;
}

/** @param day the first day of the warm-up is 1. */
export function limitsOn(day: number, { dailyCap, dailyCapBulk, warmup }: DailyPlan): DayLimits {
  // Corrects floating-point errors: 50 * 1.1 must be 55, not 55.00000000000001 or 54.999.
  const warm = warmup === null ? Infinity : Math.floor(warmup.start * warmup.factor ** (day - 1) + 1e-6);
  const campaigns = Math.min(dailyCap ?? Infinity, dailyCapBulk ?? Infinity, warm);
  return { all: dailyCap, campaigns: campaigns === Infinity ? null : campaigns };
}
