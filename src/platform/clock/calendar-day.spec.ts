import { isCalendarDay } from './calendar-day.js';

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
