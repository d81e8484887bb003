import { endedPeriod, nextOccurrence, occurrencesBetween, previousPeriod, type Schedule } from './occurrences.js';

const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  frequency: 'daily',
  sendAt: '07:00',
  weekday: 'Mon',
  day: 1,
  timeZone: 'Europe/Berlin',
  reportsZone: 'Europe/Berlin',
  ...changes,
});

const next = (changes: Partial<Schedule>, after: string): string => {
  const { at, period } = nextOccurrence(schedule(changes), new Date(after));
  return `${at.toISOString()} ${period.from} ${period.to}`;
};

describe('when a report is sent', () => {
  it.each<[string, Partial<Schedule>, string, string]>([
    ['daily, of yesterday', {}, '2026-06-10T04:59:59.999Z', '2026-06-10T05:00:00.000Z 2026-06-09 2026-06-09'],
    ['strictly later', {}, '2026-06-10T05:00:00.000Z', '2026-06-11T05:00:00.000Z 2026-06-10 2026-06-10'],
    [
      'weekly, of the seven days before',
      { frequency: 'weekly' },
      '2026-06-10T12:00:00Z',
      '2026-06-15T05:00:00.000Z 2026-06-08 2026-06-14',
    ],
    [
      'on any day of the week',
      { frequency: 'weekly', weekday: 'Fri' },
      '2026-06-10T12:00:00Z',
      '2026-06-12T05:00:00.000Z 2026-06-05 2026-06-11',
    ],
    [
      'monthly, of the last month',
      { frequency: 'monthly' },
      '2026-06-10T12:00:00Z',
      '2026-07-01T05:00:00.000Z 2026-06-01 2026-06-30',
    ],
    [
      'on the last day of a shorter month',
      { frequency: 'monthly', day: 31 },
      '2026-02-10T12:00:00Z',
      '2026-02-28T06:00:00.000Z 2026-01-01 2026-01-31',
    ],
    [
      'quarterly, of the last quarter',
      { frequency: 'quarterly', day: 5 },
      '2025-12-10T12:00:00Z',
      '2026-01-05T06:00:00.000Z 2025-10-01 2025-12-31',
    ],
    // Berlin 2026-03-29: 02:00 is followed by 03:00. 2026-10-25: 03:00 is followed by 02:00.
    [
      'at the end of a skipped hour',
      { sendAt: '02:30' },
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z 2026-03-28 2026-03-28',
    ],
    [
      'once in a repeated hour',
      { sendAt: '02:30' },
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z 2026-10-24 2026-10-24',
    ],
    [
      'and not again in it',
      { sendAt: '02:30' },
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z 2026-10-25 2026-10-25',
    ],
    [
      'at the same local hour all year',
      {},
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z 2026-03-28 2026-03-28',
    ],
    [
      'not before the day is over in the time zone of the figures',
      { timeZone: 'Asia/Tokyo', reportsZone: 'UTC' },
      '2026-06-10T12:00:00Z',
      '2026-06-11T00:00:00.000Z 2026-06-10 2026-06-10',
    ],
    [
      'at its time if the day is already over there',
      { timeZone: 'America/New_York', reportsZone: 'UTC' },
      '2026-06-10T11:00:00Z',
      '2026-06-11T11:00:00.000Z 2026-06-10 2026-06-10',
    ],
  ])('%s', (_what, changes, after, expected) => {
    expect(next(changes, after)).toBe(expected);
  });

  it('has every period once', () => {
    const found = occurrencesBetween(
      schedule({ frequency: 'daily', sendAt: '02:30' }),
      new Date('2026-01-01T12:00:00Z'),
      new Date('2026-12-31T12:00:00Z'),
    );
    expect(new Set(found.map(({ period }) => period.to)).size).toBe(364);
    expect(found).toHaveLength(364);
    expect(found.map(({ at }) => at.getTime())).toEqual(found.map(({ at }) => at.getTime()).sort((a, b) => a - b));
  });

  it('has no occurrence between two times', () => {
    expect(occurrencesBetween(schedule(), new Date('2026-06-10T05:00:00Z'), new Date('2026-06-11T04:59:59Z'))).toEqual(
      [],
    );
  });
});

describe('the period of a report', () => {
  it('has ended in both time zones', () => {
    const now = new Date('2026-07-01T01:00:00Z');
    expect(endedPeriod(schedule({ frequency: 'monthly', reportsZone: 'UTC' }), now).to).toBe('2026-06-30');
    expect(endedPeriod(schedule({ frequency: 'monthly', reportsZone: 'America/New_York' }), now).to).toBe('2026-05-31');
    expect(endedPeriod(schedule({ frequency: 'weekly' }), now)).toEqual({ from: '2026-06-24', to: '2026-06-30' });
  });

  it('is compared with the previous one of its kind', () => {
    expect(previousPeriod('monthly', { from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(previousPeriod('quarterly', { from: '2026-01-01', to: '2026-03-31' })).toEqual({
      from: '2025-10-01',
      to: '2025-12-31',
    });
    expect(previousPeriod('weekly', { from: '2026-06-08', to: '2026-06-14' })).toEqual({
      from: '2026-06-01',
      to: '2026-06-07',
    });
    expect(previousPeriod('daily', { from: '2026-03-01', to: '2026-03-01' }).to).toBe('2026-02-28');
  });
});
