import { schedule } from './send-rates.js';

const SECOND = 1_000;
const HOUR = 3_600_000;

describe('start times of emails under rate limits', () => {
  it.each([
    // [emails, per, ahead, wanted, starts, wait]
    [100, SECOND, 0, 3, [0, 10, 20], 0],
    [100, SECOND, -5_000, 3, [0, 10, 20], 0],
    [100, SECOND, 95, 3, [95], 0],
    [100, SECOND, 150, 3, [], 50],
    [1, SECOND, 0, 5, [0], 0],
    [1, SECOND, 700, 5, [], 600],
    [0.5, SECOND, 0, 5, [0], 0],
    [1, HOUR, HOUR, 5, [], HOUR - 100],
  ])('%d emails per %i ms, next in %i ms, %i wanted', (emails, perMs, aheadMs, wanted, startsInMs, waitMs) => {
    expect(schedule([{ emails, perMs, aheadMs }], wanted)).toEqual({ startsInMs, waitMs });
  });

  it('the strictest of several rate limits applies to each email', () => {
    const fast = { emails: 100, perMs: SECOND, aheadMs: 40 };
    const slow = { emails: 20, perMs: SECOND, aheadMs: 0 };
    expect(schedule([fast, slow], 10).startsInMs).toEqual([40, 50, 100]);
  });

  it('all emails start immediately without a rate limit', () => {
    expect(schedule([], 2)).toEqual({ startsInMs: [0, 0], waitMs: 0 });
  });
});
