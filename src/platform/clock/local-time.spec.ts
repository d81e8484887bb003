import { localTime, startOfDay } from './local-time.js';

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
