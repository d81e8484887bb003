import type { QuietHours } from '../definition/funnel-rules.js';
import type { WaitSettings } from '../definition/wait-settings.js';
import { afterQuietHours, waitsUntil } from './waits.js';

const BERLIN = 'Europe/Berlin';
/** A Thursday, 11:00 in Berlin. */
const FROM = new Date('2026-01-15T10:00:00.000Z');

const until = (settings: WaitSettings, { from = FROM, zone = 'UTC', day = null as string | null } = {}): string =>
  waitsUntil(settings, from, zone, day).toISOString();

describe('a wait', () => {
  it.each([
    [90, 'minutes', '2026-01-15T11:30:00.000Z'],
    [0, 'hours', '2026-01-15T10:00:00.000Z'],
    [2, 'hours', '2026-01-15T12:00:00.000Z'],
    [3, 'days', '2026-01-18T10:00:00.000Z'],
  ] as const)('of %i %s ends after that time', (wait_time_amount, wait_time_unit, expected) => {
    expect(until({ wait_type: 'unit_wait', wait_time_amount, wait_time_unit })).toBe(expected);
  });

  it.each([
    ['days keep the local time', 'Europe/Berlin', '2026-03-28T09:00:00Z', 1, 'days', '2026-03-29T08:00:00.000Z'],
    ['days keep it in autumn, too', 'Europe/Berlin', '2026-10-24T08:00:00Z', 7, 'days', '2026-10-31T09:00:00.000Z'],
    [
      'also where the clock changes by half an hour',
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      1,
      'days',
      '2026-10-03T23:30:00.000Z',
    ],
    [
      'a skipped time becomes the one after',
      'Europe/Berlin',
      '2026-03-28T01:30:00Z',
      1,
      'days',
      '2026-03-29T01:30:00.000Z',
    ],
    ['hours are exact', 'Europe/Berlin', '2026-03-28T09:00:00Z', 24, 'hours', '2026-03-29T09:00:00.000Z'],
    ['minutes are exact', 'Europe/Berlin', '2026-10-25T00:30:00Z', 60, 'minutes', '2026-10-25T01:30:00.000Z'],
  ] as const)('over a change to or from daylight saving: %s', (_what, zone, start, amount, unit, expected) => {
    const from = new Date(start);
    expect(until({ wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: unit }, { from, zone })).toBe(
      expected,
    );
    const event = { wait_type: 'event', event: 'email_opened', timeout_amount: amount, timeout_unit: unit } as const;
    expect(until(event, { from, zone })).toBe(expected);
  });

  it('until a point in time ends then, or immediately if it has passed', () => {
    const wait = (wait_date_time: string): string => until({ wait_type: 'timestamp_wait', wait_date_time });
    expect(wait('2026-02-01T08:00:00Z')).toBe('2026-02-01T08:00:00.000Z');
    expect(wait('2025-02-01T08:00:00Z')).toBe(FROM.toISOString());
  });

  it('for an event ends at its timeout', () => {
    expect(until({ wait_type: 'event', event: 'email_opened', timeout_amount: 2, timeout_unit: 'days' })).toBe(
      '2026-01-17T10:00:00.000Z',
    );
  });

  it.each<[string, Extract<WaitSettings, { wait_type: 'to_day' }>['to_day'], string, string]>([
    ['later on the same day', ['Thu'], '18:00', '2026-01-15T17:00:00.000Z'],
    ['in a week if the time has passed', ['Thu'], '09:00', '2026-01-22T08:00:00.000Z'],
    ['on the next of several days', ['Mon', 'Sat'], '09:00', '2026-01-17T08:00:00.000Z'],
    ['at that same moment', ['Thu'], '11:00', '2026-01-15T10:00:00.000Z'],
    ['on any day by default', [], '09:00', '2026-01-16T08:00:00.000Z'],
  ])('for a weekday ends %s', (_what, to_day, to_day_time, expected) => {
    expect(until({ wait_type: 'to_day', to_day, to_day_time }, { zone: BERLIN })).toBe(expected);
  });

  it('for a weekday uses local time, also when daylight saving changes', () => {
    const from = new Date('2026-03-28T12:00:00Z');
    expect(until({ wait_type: 'to_day', to_day: ['Sun'], to_day_time: '09:00' }, { from, zone: BERLIN })).toBe(
      '2026-03-29T07:00:00.000Z',
    );
  });

  describe('for a date of the contact', () => {
    const wait = { wait_type: 'by_custom_field', by_custom_field: 'renewal', offset_days: -7, at: '09:30' } as const;

    it('ends the given days from it at that time', () => {
      expect(until(wait, { zone: BERLIN, day: '2026-02-10' })).toBe('2026-02-03T08:30:00.000Z');
    });

    it.each([
      ['has no such day', null],
      ['has one that has passed', '2026-01-20'],
      ['has something else there', 'next spring'],
    ])('is over at once when the contact %s', (_what, day) => {
      expect(until(wait, { day })).toBe(FROM.toISOString());
    });
  });
});

describe('quiet hours', () => {
  const night: QuietHours = { from: '21:00', to: '08:00', timezone: null };
  const after = (moment: string, quiet: QuietHours | null = night): string =>
    afterQuietHours(quiet, new Date(moment), BERLIN).toISOString();

  it.each([
    ['outside of them', '2026-01-15T10:00:00.000Z', '2026-01-15T10:00:00.000Z'],
    ['at their end', '2026-01-15T07:00:00.000Z', '2026-01-15T07:00:00.000Z'],
    ['at their beginning', '2026-01-15T20:00:00.000Z', '2026-01-16T07:00:00.000Z'],
    ['in the evening', '2026-01-15T22:00:00.000Z', '2026-01-16T07:00:00.000Z'],
    ['after midnight', '2026-01-16T03:00:00.000Z', '2026-01-16T07:00:00.000Z'],
  ])('put off what comes %s as they should', (_when, moment, expected) => {
    expect(after(moment)).toBe(expected);
  });

  it('use their own time zone', () => {
    expect(after('2026-01-15T22:00:00.000Z', { ...night, timezone: 'America/New_York' })).toBe(
      '2026-01-15T22:00:00.000Z',
    );
  });

  it('within one day end on that day', () => {
    expect(after('2026-01-15T12:00:00.000Z', { from: '12:00', to: '14:00', timezone: null })).toBe(
      '2026-01-15T13:00:00.000Z',
    );
  });

  it('are off by default', () => {
    expect(after('2026-01-16T03:00:00.000Z', null)).toBe('2026-01-16T03:00:00.000Z');
  });
});
