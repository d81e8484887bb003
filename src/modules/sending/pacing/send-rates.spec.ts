import { type Lease, schedule } from './send-rates.js';

const NOW = 1_000_000;
/** @param aheadMs negative if the next start time has passed. */
const lease = (perSecond: number, left: number, aheadMs = 0): Lease => ({
  nextAt: NOW + aheadMs,
  endsAt: NOW + aheadMs + (left * 1_000) / perSecond,
  spacingMs: 1_000 / perSecond,
  catchUpMs: 0,
});

describe('start times of emails under rate limits', () => {
  it.each([
    // [per second, left in the lease, ahead, wanted, starts, wait]
    [100, 100, 0, 3, [0, 10, 20], 0],
    [100, 2, 0, 3, [0, 10], 0],
    [100, 100, 95, 3, [95], 0],
    [100, 100, 150, 3, [], 50],
    [1, 1, 0, 5, [0], 0],
    [1, 1, 700, 5, [], 600],
    [0.5, 1, 0, 5, [0], 0],
  ])('%d per second, %i leased, next in %i ms, %i wanted', (perSecond, left, aheadMs, wanted, startsInMs, waitMs) => {
    expect(schedule([lease(perSecond, left, aheadMs)], wanted, NOW)).toMatchObject({ startsInMs, waitMs });
  });

  it('are lost if they have passed, and the next ones keep their distance within the lease', () => {
    expect(schedule([lease(100, 5, -25)], 9, NOW).startsInMs).toEqual([0, 10, 20]);
    expect(schedule([lease(1, 1, -900)], 9, NOW).startsInMs).toEqual([0]);
  });

  it.each([1, 40, 1_000])('%i per second: no window has more, however late they are taken', (perSecond) => {
    const held = lease(perSecond, perSecond);
    const starts: number[] = [];
    for (let now = NOW; held.nextAt < held.endsAt; now += ((now * 7_919) % 31) / 5)
      for (const startsInMs of schedule([held], 3, now).startsInMs) starts.push(now + startsInMs);
    const tooClose = starts.filter((start, index) => start - (starts[index - 1] ?? 0) < held.spacingMs - 1e-6);
    expect(tooClose).toEqual([]);
    expect(starts.at(-1)).toBeLessThan(NOW + 1_000);
  });

  it('can be made up for if the limit allows it', () => {
    const late = { ...lease(100, 100, -30), catchUpMs: 500 };
    expect(schedule([late], 5, NOW).startsInMs).toEqual([0, 0, 0, 0, 10]);
  });

  it('are those of the strictest limit', () => {
    const [fast, slow] = [lease(100, 100, 40), lease(20, 20)];
    expect(schedule([fast, slow], 10, NOW).startsInMs).toEqual([40, 50, 100]);
    expect([fast.nextAt, slow.nextAt]).toEqual([NOW + 70, NOW + 150]);
  });

  it('can be released until others are granted', () => {
    const held = lease(100, 100);
    schedule([held], 3, NOW).release(2);
    const next = schedule([held], 2, NOW);
    expect(next.startsInMs).toEqual([10, 20]);
    expect(schedule([held], 1, NOW).startsInMs).toEqual([30]);
    next.release(2);
    expect(schedule([held], 1, NOW).startsInMs).toEqual([40]);
  });
});
