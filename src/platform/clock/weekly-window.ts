import { DateTime } from 'luxon';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours of some days of the week, by the clock on the wall of that zone. `to` before `from` spans midnight. */
export interface WeeklyWindow {
  readonly days: readonly Weekday[];
  /** `HH:MM`, included. */
  readonly from: string;
  /** `HH:MM`, not included. */
  readonly to: string;
  /** An IANA name. */
  readonly timezone: string;
}

const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;
/**
 * A window of one day a week comes again after seven days. On the one night a year when the clocks skip it, it is
 * another seven; and one more because the window may have begun on the day before.
 */
const DAYS_AHEAD = 15;

/**
 * When it is open again; null when it is now. A window is what the clock on the wall says: what it skips in
 * spring does not open, and what it shows twice in autumn is open twice. A night belongs to the day that it begins on.
 */
export function closedUntil(window: WeeklyWindow, now: Date): Date | null {
  const local = DateTime.fromJSDate(now, { zone: window.timezone });
  if (isOpen(window, local)) return null;
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const opening = openingsOn(window, local.plus({ days: day }).startOf('day')).find(
      (moment) => moment.toMillis() > local.toMillis() && isOpen(window, moment),
    );
    if (opening) return opening.toJSDate();
  }
  // Nothing to be found, so it is asked again by then.
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

/** Every moment of a day at which it may begin to be open: its hour, by each offset of the day, and a change of clocks. */
function openingsOn({ days, from }: WeeklyWindow, midnight: DateTime): DateTime[] {
  const next = midnight.plus({ days: 1 }).startOf('day');
  const change = midnight.offset === next.offset ? null : changeOfClocks(midnight, next);
  const wall = Date.UTC(midnight.year, midnight.month - 1, midnight.day) + minutesOf(from) * MINUTE_MS;
  const hours = days.includes(weekdayOf(midnight.weekday))
    ? [midnight.offset, next.offset].map((offset) => wall - offset * MINUTE_MS)
    : [];
  // Midnight, because a night's window of a day before may come back to be open by a change of clocks just then.
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

function weekdayOf(isoNumber: number): Weekday {
  return WEEKDAYS[(isoNumber - 1) % WEEKDAYS.length] ?? 'Mon';
}
