import { type WeeklyWindow, WEEKDAYS, closedUntil } from './weekly-window.js';

const window = (changes: Partial<WeeklyWindow> = {}): WeeklyWindow => ({
  days: WEEKDAYS,
  from: '09:00',
  to: '17:00',
  timezone: 'Europe/Berlin',
  ...changes,
});

describe('when a send window opens', () => {
  it.each<[string, WeeklyWindow, string, string | null]>([
    // 2027-01-04 is a Monday; Berlin is an hour ahead of UTC in winter and two in summer.
    ['is open in its hours', window(), '2027-01-04T09:30:00Z', null],
    ['begins on its first minute', window(), '2027-01-04T08:00:00Z', null],
    ['is closed a moment before', window(), '2027-01-04T07:59:59.999Z', '2027-01-04T08:00:00Z'],
    ['ends before its last minute', window(), '2027-01-04T16:00:00Z', '2027-01-05T08:00:00Z'],
    ['is open until then', window(), '2027-01-04T15:59:59.999Z', null],
    ['waits over the weekend', window({ days: ['Mon', 'Fri'] }), '2027-01-08T16:00:00Z', '2027-01-11T08:00:00Z'],
    ['comes again in a week', window({ days: ['Mon'] }), '2027-01-04T16:00:00Z', '2027-01-11T08:00:00Z'],
    [
      'knows the day of its own zone',
      window({ days: ['Tue'], from: '00:00', to: '06:00' }),
      '2027-01-04T23:30:00Z',
      null,
    ],
    ['knows zones of half hours', window({ timezone: 'Asia/Kolkata' }), '2027-01-04T00:00:00Z', '2027-01-04T03:30:00Z'],
    ['is open over midnight', window({ from: '22:00', to: '02:00' }), '2027-01-04T23:30:00Z', null],
    ['opens in the evening', window({ from: '22:00', to: '02:00' }), '2027-01-04T01:00:00Z', '2027-01-04T21:00:00Z'],
    [
      'counts the night to the day that it began on',
      window({ days: ['Fri'], from: '22:00', to: '02:00' }),
      '2027-01-09T00:59:00Z',
      null,
    ],
    [
      'does not count the night of the day before',
      window({ days: ['Fri'], from: '22:00', to: '02:00' }),
      '2027-01-08T00:30:00Z',
      '2027-01-08T21:00:00Z',
    ],
    [
      'wraps from Sunday into Monday',
      window({ days: ['Sun'], from: '22:00', to: '02:00' }),
      '2027-01-10T23:30:00Z',
      null,
    ],
    [
      'is a whole day when it ends as it begins',
      window({ days: ['Mon'], from: '06:00', to: '06:00' }),
      '2027-01-05T04:00:00Z',
      null,
    ],
    [
      'and no more than that',
      window({ days: ['Mon'], from: '06:00', to: '06:00' }),
      '2027-01-05T05:00:00Z',
      '2027-01-11T05:00:00Z',
    ],
    // 2027-03-28: 02:00 is followed by 03:00 at 01:00Z.
    [
      'opens where the skipped hour ends',
      window({ from: '02:30', to: '05:00' }),
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:00:00Z',
    ],
    [
      'does not open in a skipped hour',
      window({ from: '02:10', to: '02:40' }),
      '2027-03-28T00:30:00Z',
      '2027-03-29T00:10:00Z',
    ],
    [
      'waits two weeks when a weekly window is skipped',
      window({ days: ['Sun'], from: '02:10', to: '02:40' }),
      '2027-03-21T01:40:00Z',
      '2027-04-04T00:10:00Z',
    ],
    ['opens at the same hour on the wall after the change', window(), '2027-03-27T16:30:00Z', '2027-03-28T07:00:00Z'],
    // 2027-10-31: 03:00 is followed by 02:00 at 01:00Z.
    ['is open in the hour that comes first', window({ from: '02:00', to: '02:30' }), '2027-10-31T00:10:00Z', null],
    ['closes between the two', window({ from: '02:00', to: '02:30' }), '2027-10-31T00:40:00Z', '2027-10-31T01:00:00Z'],
    ['is open in the hour that comes again', window({ from: '02:00', to: '02:30' }), '2027-10-31T01:10:00Z', null],
    [
      'opens again when the clock goes back into it',
      window({ from: '01:00', to: '02:30' }),
      '2027-10-31T00:45:00Z',
      '2027-10-31T01:00:00Z',
    ],
    [
      'opens for its second half hour',
      window({ from: '02:30', to: '02:45' }),
      '2027-10-31T01:10:00Z',
      '2027-10-31T01:30:00Z',
    ],
    // In Santiago the clocks change at midnight: 2027-09-05 begins at 01:00.
    [
      'begins a day that has no midnight',
      window({ from: '00:00', to: '06:00', timezone: 'America/Santiago' }),
      '2027-09-05T03:00:00Z',
      '2027-09-05T04:00:00Z',
    ],
    // Samoa had no 30 December 2011.
    [
      'passes over a day that was left out',
      window({ days: ['Fri'], timezone: 'Pacific/Apia' }),
      '2011-12-29T12:00:00Z',
      '2012-01-05T19:00:00Z',
    ],
  ])('%s', (_what, wanted, now, expected) => {
    expect(closedUntil(wanted, new Date(now))).toEqual(expected === null ? null : new Date(expected));
  });

  it('names the first moment that is open: the minute before is closed, whatever the zone and the season', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Tehran'];
    const start = Date.UTC(2027, 0, 1);
    for (const timezone of zones)
      for (const [from, to] of [
        ['00:00', '03:00'],
        ['02:15', '02:45'],
        ['23:00', '01:30'],
        ['12:00', '12:01'],
      ] as const)
        for (let step = 0; step < 60; step += 1) {
          const wanted = window({ from, to, timezone, days: ['Sat', 'Sun', 'Wed'] });
          const now = new Date(start + step * 146.3 * 3_600_000);
          const opens = closedUntil(wanted, now);
          if (opens === null) continue;
          expect(opens.getTime()).toBeGreaterThan(now.getTime());
          expect(closedUntil(wanted, opens)).toBeNull();
          const before = new Date(opens.getTime() - 1);
          if (before > now) expect(closedUntil(wanted, before)).toEqual(opens);
        }
  });
});
