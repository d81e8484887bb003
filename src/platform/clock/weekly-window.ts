import { DateTime } from 'luxon';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours on days of the week in local time. `to` before `from` spans midnight. */
export interface WeeklyWindow {
  readonly days: readonly Weekday[];
  /** `HH:MM`, inclusive. */
  readonly from: string;
  /** `HH:MM`, exclusive. */
  readonly to: string;
  /** An IANA time zone name. */
  readonly timezone: string;
}

const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;
/** It reopens after at most seven days, or fourteen if a clock change skips it, plus one: it may start on the day before. */
const DAYS_AHEAD = 15;

/** @returns when the window opens next in local time; null if it is open. A night belongs to the day on which it starts. */
export function closedUntil(window: WeeklyWindow, now: Date): Date | null {
  const local = DateTime.fromJSDate(now, { zone: window.timezone });
  if (isOpen(window, local)) return null;
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const opening = openingsOn(window, local.plus({ days: day }).startOf('day')).find(
      (moment) => moment.toMillis() > local.toMillis() && isOpen(window, moment),
    );
    if (opening) return opening.toJSDate();
  }
  // No opening found; check again then.
  return local.plus({ days: DAYS_AHEAD }).toJSDate();
}

function isOpen({ days, from, to }: WeeklyWindow, local: DateTime): boolean {
  const minute = local.hour * 60 + local.minute;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const beginsToday = days.includes(weekdayOf(local.weekday));
  if (begin < end) return beginsToday && minute >= begin && minute < end;
  const beganYesterday = days.includes(weekdayOf(local.weekday === 1 ? 7 : local.weekday - 1));
  return (beginsToday && minute >= begin) || (beganYesterday && minute < end);
}

/** All moments of a day at which the window can open: its start at each offset of the day, and clock changes. */
function openingsOn({ days, from }: WeeklyWindow, midnight: DateTime): DateTime[] {
  const next = midnight.plus({ days: 1 }).startOf('day');
  const change = midnight.offset === next.offset ? null : changeOfClocks(midnight, next);
  const wall = Date.UTC(midnight.year, midnight.month - 1, midnight.day) + minutesOf(from) * MINUTE_MS;
  const hours = days.includes(weekdayOf(midnight.weekday))
    ? [midnight.offset, next.offset].map((offset) => wall - offset * MINUTE_MS)
    : [];
  // Midnight, because a clock change then can reopen the night window of the previous day.
  return [midnight.toMillis(), ...hours, ...(change === null ? [] : [change])]
    .sort((a, b) => a - b)
    .map((moment) => DateTime.fromMillis(moment, { zone: midnight.zone }));
}

/** The first moment with the later offset. */
function changeOfClocks(before: DateTime, after: DateTime): number {
  let [low, high] = [before.toMillis(), after.toMillis()];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (before.zone.offset(middle) === before.offset) low = middle;
    else high = middle;
  }
  return high;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) % MINUTES_PER_DAY;
}

const weekdayOf = (isoNumber: number): Weekday => WEEKDAYS[(isoNumber - 1) % WEEKDAYS.length] ?? 'Mon';
