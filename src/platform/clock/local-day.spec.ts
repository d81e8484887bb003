import { localDay, shiftDay } from './local-day.js';

describe('localDay', () => {
  it('is the day on the wall of that place', () => {
    const moment = new Date('2026-06-30T22:30:00Z');
    expect(localDay(moment, 'UTC')).toBe('2026-06-30');
    expect(localDay(moment, 'Europe/Berlin')).toBe('2026-07-01');
    expect(localDay(moment, 'America/New_York')).toBe('2026-06-30');
    expect(localDay(moment, 'Pacific/Kiritimati')).toBe('2026-07-01');
  });

  it('knows that the day of the change to summer time has 23 hours', () => {
    // In Berlin 2026-03-29 begins at 23:00 UTC (winter) and ends at 22:00 UTC (summer).
    expect(localDay(new Date('2026-03-28T22:59:59.999Z'), 'Europe/Berlin')).toBe('2026-03-28');
    expect(localDay(new Date('2026-03-28T23:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(localDay(new Date('2026-03-29T21:59:59.999Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(localDay(new Date('2026-03-29T22:00:00Z'), 'Europe/Berlin')).toBe('2026-03-30');
  });

  it('knows that the day of the change to winter time has 25 hours', () => {
    expect(localDay(new Date('2026-10-24T22:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25');
    expect(localDay(new Date('2026-10-25T22:59:59.999Z'), 'Europe/Berlin')).toBe('2026-10-25');
    expect(localDay(new Date('2026-10-25T23:00:00Z'), 'Europe/Berlin')).toBe('2026-10-26');
  });
});

describe('shiftDay', () => {
  it('crosses the ends of months and years, and the leap day', () => {
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
    expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  });
});
