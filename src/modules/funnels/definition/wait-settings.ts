import type { Schema, TypeOf } from '../../../shapes/shape.js';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import { AWAITED_EVENTS, type EventMatch, matchInside } from './event-match.js';
import { NAMES, choice, constant, formatted, list, shape, text, variants, whole } from './settings-schema.js';

const WAIT_UNITS = ['minutes', 'hours', 'days'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

const MAX_DAYS = 3_650;
const MAX_WAIT = 100_000;

const unit = choice('Unit', WAIT_UNITS, { example: 'days' });
const duration = (title: string): Schema<number> => whole(title, { min: 1, max: MAX_WAIT, example: 3 });
const hour = (title: string, rest: { readonly default?: string } = {}): Schema<string> =>
  text(title, { form: 'time_of_day', max: 5, description: 'In `APP_TIMEZONE`', example: '09:00', ...rest });

interface EventWait extends EventMatch {
  readonly wait_type: 'event';
  readonly timeout_amount: number;
  readonly timeout_unit: WaitUnit;
}

export const WAITS = variants('Wait', [
  shape(
    { wait_type: constant('unit_wait'), wait_time_amount: duration('How long'), wait_time_unit: unit },
    { title: 'For a period' },
  ),
  shape(
    {
      wait_type: constant('timestamp_wait'),
      wait_date_time: formatted('Until', 'date-time', {
        description: 'UTC unless it has an offset; contacts that arrive later do not wait',
        example: '2027-03-01T09:00:00Z',
      }),
    },
    { title: 'Until a point in time' },
  ),
  shape(
    {
      wait_type: constant('to_day'),
      to_day: list('Days', choice('Day', WEEKDAYS), {
        max: WEEKDAYS.length,
        description: 'Empty for every day',
        default: [],
        example: ['Mon', 'Thu'],
      }),
      to_day_time: hour('Time'),
    },
    { title: 'Until a day of the week' },
  ),
  shape(
    {
      wait_type: constant('by_custom_field'),
      by_custom_field: {
        ...text('Date', { min: 1, description: 'The slug of a custom field of type date, or date_of_birth' }),
        [NAMES]: 'date_fields',
        examples: ['renewal_date'],
      },
      offset_days: whole('Days after it', {
        min: -MAX_DAYS,
        max: MAX_DAYS,
        description: 'Negative for days before it',
        default: 0,
        example: -7,
      }),
      at: hour('Time', { default: '09:00' }),
    },
    { title: 'Until a date of the contact' },
  ),
  ...AWAITED_EVENTS.map((event): Schema<EventWait> =>
    shape(
      {
        wait_type: constant('event'),
        event: constant(event),
        ...matchInside(event),
        timeout_amount: duration('Timeout'),
        timeout_unit: unit,
      },
      { title: `Until an event: ${event}` },
    ),
  ),
]);
export type WaitSettings = TypeOf<typeof WAITS>;
