import { parseTimestamp, sqlTimestamp, sqlTimestampOrNull, isCalendarDay, readDay } from './timestamps.js';

describe('timestamps', () => {
  it('are written in UTC, without fractions', () => {
    expect(sqlTimestamp(new Date('2026-03-01T00:59:59.999+02:00'))).toBe('2026-02-28 22:59:59');
    expect(sqlTimestampOrNull(null)).toBeNull();
    expect(sqlTimestampOrNull(new Date(0))).toBe('1970-01-01 00:00:00');
  });

  it.each([
    ['2026-01-31 10:20:30', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30Z', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30.123456Z', '2026-01-31T10:20:30.123Z'],
    ['2026-01-31 10:20', '2026-01-31T10:20:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    [' 2026-01-31 10:20:30+02:00 ', '2026-01-31T08:20:30.000Z'],
    ['2026-01-31 10:20:30-0530', '2026-01-31T15:50:30.000Z'],
    ['2028-02-29 00:00:00', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (text, moment) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '',
    'now',
    '2026-02-31 00:00:00',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-31 24:30:00',
    '2026-01-31 10:60:00',
    '2026-01-31 10:20:61',
    '2026-01-31 10:20:30+25:00',
    '2026-01-31 10:20:30+02:99',
    '31.01.2026',
    '2026-1-31',
    '2026-01-31 10',
    '1767225600',
    '2026-01-31 10:20:30 UTC',
    '+010000-01-01',
  ])('takes %j for no moment', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});

describe('a calendar day', () => {
  it.each(['2024-02-29', '1990-12-31', '0001-01-01'])('may be %s', (text) => {
    expect(isCalendarDay(text)).toBe(true);
  });

  it.each(['2023-02-29', '2023-13-01', '2023-00-10', '0000-00-00', '2023-1-1', '20230101', '2023-01-01T00:00', ''])(
    'may not be "%s"',
    (text) => {
      expect(isCalendarDay(text)).toBe(false);
    },
  );
});

describe('a day in a text', () => {
  it.each([
    ['1990-01-02', '1990-01-02'],
    ['1990-01-02 00:00:00', '1990-01-02'],
    ['1990-01-02T23:59:59.999Z', '1990-01-02'],
    ['1990-01-02T23:30:00-05:00', '1990-01-02'],
    ['1990-01-02 00:30 +0900', '1990-01-02'],
    ['0000-00-00', null],
    ['0000-00-00 00:00:00', null],
  ])('"%s" is %j, whatever the zone', (text, day) => {
    expect(readDay(text)).toEqual({ day });
  });

  it.each(['2023-02-29', '2023-02-29 10:00:00', '1990-13-01T00:00:00Z', '1990-00-10'])(
    '"%s" does not exist',
    (text) => {
      expect(readDay(text)).toEqual({ fault: 'is not a day that exists' });
    },
  );

  it.each(['1990-1-1', '31.12.1990', '1990-01-02 25:00:00', '1990-01-02 tomorrow', '19900102', ''])(
    '"%s" is no date',
    (text) => {
      expect(readDay(text)).toEqual({ fault: 'must be a date as YYYY-MM-DD' });
    },
  );
});
