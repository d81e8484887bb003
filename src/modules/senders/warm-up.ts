import { DateTime } from 'luxon';
import type { Sender } from './sender.entity.js';

export function nextLocalDay(moment: Date, timeZone: string): Date {
  return DateTime.fromJSDate(moment, { zone: timeZone }).plus({ days: 1 }).startOf('day').toJSDate();
}

export interface DailyPlan extends Readonly<Pick<Sender, 'dailyCap' | 'dailyCapBulk'>> {
  readonly warmup: { readonly start: number; readonly factor: number } | null;
}

export const warmupOf = ({ warmupStart: start, warmupFactor: factor }: Sender): DailyPlan['warmup'] =>
  start === null || factor === null ? null : { start, factor };

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
