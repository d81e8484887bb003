import { isCalendarDay, readDay } from './calendar-day.js';

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
