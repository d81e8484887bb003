import { DateTime } from 'luxon';
import { WEEKDAYS, type Weekday } from '../../../platform/clock/weekly-window.js';
import { shiftDay } from '../periods/local-day.js';
import type { Period } from '../periods/report-period.js';
import type { Frequency } from './scheduled-report-types.js';

export interface Schedule {
  readonly frequency: Frequency;
  /** `HH:MM`. */
  readonly sendAt: string;
  readonly weekday: Weekday;
  readonly day: number;
  /** By whose clock and calendar it is mailed. */
  readonly timeZone: string;
  /** Whose days the figures are of. */
  readonly reportsZone: string;
}

/** A time at which a report is to be mailed, and the days that ended just before. */
export interface Occurrence {
  readonly at: Date;
  readonly period: Period;
}

const DAY = 'yyyy-MM-dd';
/** How far the calendars of two places can be apart. */
const APART_DAYS = 3;

/** The first time after a moment. */
export function nextOccurrence(schedule: Schedule, after: Date): Occurrence {
  for (const occurrence of occurrences(schedule, after)) if (occurrence.at > after) return occurrence;
  throw new Error('a schedule has no end');
}

/** Every time after the one moment up to the other, in order. */
export function occurrencesBetween(schedule: Schedule, after: Date, upTo: Date): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrences(schedule, after)) {
    if (occurrence.at > upTo) break;
    if (occurrence.at > after) found.push(occurrence);
  }
  return found;
}

/** The period that has ended last, as it would be reported at this moment. */
export function endedPeriod(schedule: Schedule, now: Date): Period {
  // A day is over where the figures are taken, and where they are read.
  const days = [schedule.timeZone, schedule.reportsZone].map((zone) =>
    DateTime.fromJSDate(now, { zone }).toFormat(DAY),
  );
  return periodBefore(schedule.frequency, [...days].sort()[0] ?? '');
}

/** Endless; begins some time before the moment. */
function* occurrences(schedule: Schedule, around: Date): Generator<Occurrence> {
  const start = DateTime.fromJSDate(around, { zone: schedule.timeZone }).minus({ days: APART_DAYS }).toFormat(DAY);
  for (const day of daysOfSchedule(schedule, start)) {
    const period = periodBefore(schedule.frequency, day);
    const ended = DateTime.fromISO(shiftDay(period.to, 1), { zone: schedule.reportsZone }).startOf('day');
    const wanted = momentOf(day, schedule.sendAt, schedule.timeZone);
    yield { at: DateTime.max(wanted, ended).toJSDate(), period };
  }
}

function* daysOfSchedule({ frequency, weekday, day }: Schedule, start: string): Generator<string> {
  const first = DateTime.fromISO(start, { zone: 'utc' });
  if (frequency === 'daily' || frequency === 'weekly') {
    const isoWeekday = WEEKDAYS.indexOf(weekday) + 1;
    const ahead = frequency === 'daily' ? 0 : (isoWeekday - first.weekday + 7) % 7;
    const step = frequency === 'daily' ? 1 : 7;
    for (let days = ahead; ; days += step) yield first.plus({ days }).toFormat(DAY);
  }
  const step = frequency === 'monthly' ? 1 : 3;
  const begin = first.startOf(frequency === 'monthly' ? 'month' : 'quarter');
  for (let months = 0; ; months += step) {
    const month = begin.plus({ months });
    const date = month.set({ day: Math.min(day, month.daysInMonth ?? 28) }).toFormat(DAY);
    if (date >= start) yield date;
  }
}

function periodBefore(frequency: Frequency, day: string): Period {
  if (frequency === 'daily') return { from: shiftDay(day, -1), to: shiftDay(day, -1) };
  if (frequency === 'weekly') return { from: shiftDay(day, -7), to: shiftDay(day, -1) };
  const unit = frequency === 'monthly' ? 'month' : 'quarter';
  const begin = DateTime.fromISO(day, { zone: 'utc' }).startOf(unit);
  const months = frequency === 'monthly' ? 1 : 3;
  return { from: begin.minus({ months }).toFormat(DAY), to: begin.minus({ days: 1 }).toFormat(DAY) };
}

/** The period of the same kind just before: a month has the month before it, whatever their lengths. */
export function previousPeriod(frequency: Frequency, { from }: Period): Period {
  return periodBefore(frequency, from);
}

/** A time of day at that place; the first of two, and for one that the clocks skip the first moment after the gap. */
function momentOf(day: string, time: string, zone: string): DateTime {
  const wall = `${day}T${time}`;
  const wallOf = (moment: DateTime): string => moment.toFormat(`${DAY}'T'HH:mm`);
  let moment = DateTime.fromISO(wall, { zone });
  if (wallOf(moment) === wall) return DateTime.min(moment, ...moment.getPossibleOffsets());
  for (let before = moment.minus({ minutes: 1 }); wallOf(before) >= wall; before = before.minus({ minutes: 1 }))
    moment = before;
  return moment;
}
