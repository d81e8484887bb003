import { DateTime } from 'luxon';
import { WallClock } from './wall-clock.js';

describe('local time', () => {
  it.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'])(
    'is correct in %s on every day of a year',
    (zone) => {
      const clock = new WallClock(zone);
      const start = Date.UTC(2026, 0, 1);
      for (let hour = 0; hour < 8_760; hour += 11) {
        const moment = start + hour * 3_600_000 + 900_000;
        const local = DateTime.fromMillis(moment, { zone });
        expect(clock.show(moment)).toBe(local.toFormat("yyyy-MM-dd'T'HH:mm:ss"));
        expect(clock.showWithOffset(moment)).toBe(local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"));
      }
    },
  );
});
