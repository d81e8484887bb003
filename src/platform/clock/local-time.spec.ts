import { localTime, startOfDay, localDay, shiftDay } from './local-time.js';

const at = (moment: string, zone: string) => localTime(new Date(moment), zone);

describe('localTime', () => {
  it('keeps hours as the moment they began', () => {
    expect(at('2026-06-10T22:45:10.000Z', 'Europe/Berlin')).toEqual({ day: '2026-06-11', hour: '2026-06-10 22:00:00' });
    expect(at('2026-06-10T22:45:10.000Z', 'Asia/Kolkata')).toEqual({ day: '2026-06-11', hour: '2026-06-10 22:30:00' });
    expect(at('2026-06-10T22:14:59.999Z', 'Asia/Kathmandu')).toEqual({
      day: '2026-06-11',
      hour: '2026-06-10 21:15:00',
    });
  });

  it('tells the hour that autumn repeats from the one before it', () => {
    expect(at('2026-10-25T00:30:00.000Z', 'Europe/Berlin').hour).toBe('2026-10-25 00:00:00');
    expect(at('2026-10-25T01:30:00.000Z', 'Europe/Berlin').hour).toBe('2026-10-25 01:00:00');
  });

  it('knows when days begin, also where summer time skips midnight', () => {
    expect(startOfDay('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29 22:00:00');
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06 04:00:00');
  });
});

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
