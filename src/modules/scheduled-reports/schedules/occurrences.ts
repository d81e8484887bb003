import { DateTime } from 'luxon';
import { WEEKDAYS, type Weekday } from '../../../platform/clock/weekly-window.js';
import { shiftDay } from '../../../platform/clock/local-time.js';
import type { Period } from '../../reports/periods/report-period.js';
import type { Frequency } from './scheduled-report-types.js';

export interface Schedule {
  readonly frequency: Frequency;
  /** `HH:MM`. */
  readonly sendAt: string;
  readonly weekday: Weekday;
  readonly day: number;
  /** The time zone of the schedule. */
  readonly timeZone: string;
  /** The time zone of the days in reports (`APP_TIMEZONE`). */
  readonly reportsZone: string;
}

/** A scheduled time, and the period that ended just before. */
export interface Occurrence {
  readonly at: Date;
  readonly period: Period;
}

const DAY = 'yyyy-MM-dd';
/** Maximum difference between the calendar days of two time zones. */
const APART_DAYS = 3;

export function nextOccurrence(schedule: Schedule, after: Date): Occurrence {
  for (const occurrence of occurrences(schedule, after)) if (occurrence.at > after) return occurrence;
  throw new Error('a schedule has no end');
}

export function occurrencesBetween(schedule: Schedule, after: Date, upTo: Date): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrences(schedule, after)) {
    if (occurrence.at > upTo) break;
    if (occurrence.at > after) found.push(occurrence);
  }
  return found;
}

export function endedPeriod(schedule: Schedule, now: Date): Period {
  // The day must be over in the time zone of the figures and in that of the schedule.
  const days = [schedule.timeZone, schedule.reportsZone].map((zone) =>
    DateTime.fromJSDate(now, { zone }).toFormat(DAY),
  );
  return periodBefore(schedule.frequency, [...days].sort()[0] ?? '');
}

/** Endless; starts before the given moment. */
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

/** Returns the period of the same kind just before, for example the previous month. */
export function previousPeriod(frequency: Frequency, { from }: Period): Period {
  return periodBefore(frequency, from);
}

/** Returns the first moment of a repeated time, and the first moment after the gap for a skipped one. */
function momentOf(day: string, time: string, zone: string): DateTime {
  const wall = `${day}T${time}`;
  const wallOf = (moment: DateTime): string => moment.toFormat(`${DAY}'T'HH:mm`);
  let moment = DateTime.fromISO(wall, { zone });
  if (wallOf(moment) === wall) return DateTime.min(moment, ...moment.getPossibleOffsets());
  for (let before = moment.minus({ minutes: 1 }); wallOf(before) >= wall; before = before.minus({ minutes: 1 }))
    moment = before;
  return moment;
}
