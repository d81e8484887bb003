import { delayBeforeRetry } from './retry-schedule.js';

const MINUTE = 60_000;
const SCHEDULE = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 1_440 * MINUTE];

describe('the retry schedule', () => {
  it('waits 1 m, 5 m, 30 m, 2 h and 24 h, and ends after the sixth attempt', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((failures) => delayBeforeRetry(SCHEDULE, failures));
    expect(delays).toEqual([...SCHEDULE, null, null]);
  });

  it('may be empty: then the first attempt is the last', () => {
    expect(delayBeforeRetry([], 1)).toBeNull();
  });
});
