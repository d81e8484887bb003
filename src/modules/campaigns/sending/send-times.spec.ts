import countries from 'i18n-iso-countries';
import { IANAZone } from 'luxon';
import { mainZoneOf, zonesOf } from './country-zones.js';
import { planOf } from '../lifecycle/schedule-plan.js';
import { momentInRange, momentInZone, zoneOf } from './send-times.js';

describe('a send time in a range', () => {
  const [from, until] = [new Date('2027-03-01T08:00:00Z'), new Date('2027-03-01T18:00:00Z')];

  it('is stable for a contact within a campaign and independent between campaigns', () => {
    expect(momentInRange(1, 7, from, until)).toEqual(momentInRange(1, 7, from, until));
    expect(momentInRange(2, 7, from, until)).not.toEqual(momentInRange(1, 7, from, until));
  });

  it('is evenly distributed and never outside the range', () => {
    const hours = Array.from({ length: 10 }, () => 0);
    for (let contact = 1; contact <= 10_000; contact += 1) {
      const moment = momentInRange(1, contact, from, until);
      const hour = Math.floor((moment.getTime() - from.getTime()) / 3_600_000);
      hours[hour] = (hours[hour] ?? 0) + 1;
    }
    expect(hours).toHaveLength(10);
    for (const count of hours) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('the zone of a contact', () => {
  it.each([
    [{ timezone: 'Asia/Tokyo', country: 'DE' }, 'Asia/Tokyo'],
    [{ timezone: ' asia/tokyo ', country: 'DE' }, 'asia/tokyo'],
    [{ timezone: 'UTC', country: 'DE' }, 'UTC'],
    [{ timezone: '+05:00', country: 'DE' }, 'Europe/Berlin'],
    [{ timezone: 'Mars/Olympus', country: 'US' }, 'America/New_York'],
    [{ timezone: 'local', country: 'JP' }, 'Asia/Tokyo'],
    [{ timezone: null, country: 'XX' }, 'Europe/Vienna'],
    [{ timezone: '', country: null }, 'Europe/Vienna'],
  ])('of %j is %s', (locations, zone) => {
    expect(zoneOf(locations, 'Europe/Vienna')).toBe(zone);
  });

  it('is known for every inhabited country, and belongs to it', () => {
    const without = Object.keys(countries.getAlpha2Codes()).filter((country) => mainZoneOf(country) === null);
    // Uninhabited islands.
    expect(without).toEqual(['BV', 'HM']);
    const same = (name: string): string => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    for (const country of Object.keys(countries.getAlpha2Codes())) {
      const zone = mainZoneOf(country);
      if (zone === null) continue;
      expect([country, IANAZone.isValidZone(zone)]).toEqual([country, true]);
      if (zonesOf(country).length > 0)
        expect([country, zonesOf(country).map(same)]).toEqual([country, expect.arrayContaining([same(zone)])]);
    }
  });
});

describe('the same local time', () => {
  it.each([
    ['2027-03-01T08:00:00Z', 'Asia/Tokyo', '2027-03-01T00:00:00Z'],
    ['2027-03-01T08:00:00Z', 'America/New_York', '2027-03-01T14:00:00Z'],
    ['2027-03-01T08:00:00Z', 'Asia/Kolkata', '2027-03-01T03:30:00Z'],
    // 02:30 does not exist in New York that night, and 01:30 comes twice in Autumn.
    ['2027-03-14T01:30:00Z', 'America/New_York', '2027-03-14T07:30:00Z'],
    ['2027-11-07T00:30:00Z', 'America/New_York', '2027-11-07T05:30:00Z'],
  ])('%s in Berlin is, in %s, %s', (at, zone, expected) => {
    expect(momentInZone(new Date(at), zone, 'Europe/Berlin')).toEqual(new Date(expected));
  });
});

describe('a schedule plan', () => {
  const at = new Date('2027-03-01T08:00:00Z');
  const until = new Date('2027-03-01T18:00:00Z');

  it('starts at the scheduled time, or earlier with contact time zones', () => {
    expect(planOf({ sending_type: 'instant' }, at, null, 'UTC').startLeadMinutes).toBe(0);
    expect(planOf({ sending_type: 'timezone' }, at, null, 'UTC').startLeadMinutes).toBe(14 * 60);
    expect(planOf({ sending_type: 'timezone' }, at, null, 'Europe/Berlin').startLeadMinutes).toBe(13 * 60);
    expect(planOf({ sending_type: 'timezone' }, at, null, 'Pacific/Kiritimati').startLeadMinutes).toBe(0);
    expect(planOf({ sending_type: 'range_schedule' }, at, until, 'UTC').scheduledUntil).toEqual(until);
  });

  it.each([
    ['instant', until, 'requires sending_type range_schedule'],
    ['range_schedule', null, 'is required with sending_type range_schedule'],
    ['range_schedule', at, 'must be after scheduled_at'],
    ['range_schedule', new Date('2027-04-01T08:00:00Z'), 'must be at most 30 days after scheduled_at'],
  ] as const)('with sending_type %s until %s is refused: %s', (sending_type, end, reason) => {
    expect(() => planOf({ sending_type }, at, end, 'UTC')).toThrow(
      expect.objectContaining({ options: { data: { params: { scheduled_until: reason } } } }),
    );
  });
});
