import { DateTime } from 'luxon';
import { closedUntil, WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import type { QuietHours } from '../definition/funnel-rules.js';
import type { WaitSettings, WaitUnit } from '../definition/wait-settings.js';

const DAY_FORMAT = 'yyyy-MM-dd';

/**
 * Returns when a wait that started at `from` ends.
 * @param day the date of the contact for `by_custom_field`; null without one.
 */
export function waitsUntil(settings: WaitSettings, from: Date, timeZone: string, day: string | null): Date {
  switch (settings.wait_type) {
    case 'unit_wait':
      return later(from, settings.wait_time_amount, settings.wait_time_unit, timeZone);
    case 'event':
      return later(from, settings.timeout_amount, settings.timeout_unit, timeZone);
    case 'timestamp_wait': {
      const until = new Date(settings.wait_date_time);
      return until > from ? until : from;
    }
    case 'to_day':
      return nextWeekday(from, settings.to_day, settings.to_day_time, timeZone);
    case 'by_custom_field': {
      if (day === null) return from;
      const moment = DateTime.fromFormat(`${day} ${settings.at}`, `${DAY_FORMAT} HH:mm`, { zone: timeZone });
      const until = moment.plus({ days: settings.offset_days }).toJSDate();
      return moment.isValid && until > from ? until : from;
    }
  }
}

export function afterQuietHours(quiet: QuietHours | null, moment: Date, timeZone: string): Date {
  if (quiet === null) return moment;
  // `closedUntil` takes the open window, from the end of the quiet hours to their start.
  const window = { days: WEEKDAYS, from: quiet.to, to: quiet.from, timezone: quiet.timezone ?? timeZone };
  return closedUntil(window, moment) ?? moment;
}

/** Days keep the local time when daylight saving changes; hours and minutes are exact. */
function later(from: Date, amount: number, unit: WaitUnit, timeZone: string): Date {
  return DateTime.fromJSDate(from, { zone: timeZone })
    .plus({ [unit]: amount })
    .toJSDate();
}

/** Returns the first matching weekday and time at or after `from`; an empty list means every day. */
function nextWeekday(from: Date, days: readonly string[], time: string, timeZone: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = new Set(days.length === 0 ? WEEKDAYS : days);
  const today = DateTime.fromJSDate(from, { zone: timeZone }).startOf('day');
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const moment = today.plus({ days: ahead }).set({ hour, minute });
    if (wanted.has(WEEKDAYS[moment.weekday - 1] ?? '') && moment.toJSDate() >= from) return moment.toJSDate();
  }
  return from;
}
