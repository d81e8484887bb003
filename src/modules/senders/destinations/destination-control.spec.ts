import {
  acceptedRate,
  allowedRate,
  CUT_AGAIN_AFTER_S,
  DECAY_S,
  isRefusedByDsn,
  isRefusedByPolicy,
  peakAfter,
  peakOf,
  probeWaitMs,
  UNLIMITED_AFTER_S,
} from './destination-control.js';

/** A provider with a token bucket, and the control of this file, in steps of 100 ms of simulated time. */
function simulate({ limit, burst, demand, seconds }: Record<'limit' | 'burst' | 'demand' | 'seconds', number>) {
  const STEP = 0.1;
  let tokens = burst;
  let peak: number | null = null;
  let cutAt = -Infinity;
  let firstCutAt = 0;
  let recent = 0;
  let credit = 0;
  let accepted = 0;
  let refused = 0;
  let acceptedAtHalf = 0;
  for (let now = 0; now < seconds; now += STEP) {
    tokens = Math.min(burst, tokens + limit * STEP);
    recent *= Math.exp(-STEP / DECAY_S.rate);
    if (peak !== null && now - cutAt > UNLIMITED_AFTER_S) peak = null;
    const allowed: number | null =
      peak === null ? null : allowedRate({ peak, secondsAgo: now - cutAt, afterFirstS: cutAt - firstCutAt });
    credit += STEP * Math.min(demand, allowed ?? demand);
    while (credit >= 1) {
      credit -= 1;
      if (tokens >= 1) {
        tokens -= 1;
        accepted += 1;
        recent += 1;
      } else {
        refused += 1;
        if (now - cutAt < CUT_AGAIN_AFTER_S) continue;
        if (peak === null) firstCutAt = now;
        peak = peakAfter(acceptedRate(recent, now), allowed);
        cutAt = now;
      }
    }
    if (now < seconds / 2) acceptedAtHalf = accepted;
  }
  return { share: (accepted - acceptedAtHalf) / (limit * (seconds / 2)), refusedShare: refused / (accepted + refused) };
}

describe('the control of a destination', () => {
  it.each([
    { limit: 1, burst: 5, demand: 100, seconds: 600 },
    { limit: 5, burst: 5, demand: 200, seconds: 600 },
    { limit: 20, burst: 200, demand: 500, seconds: 600 },
    { limit: 50, burst: 50, demand: 500, seconds: 600 },
    { limit: 500, burst: 500, demand: 1_500, seconds: 600 },
  ])('sends at least 90 % of a hidden limit after five minutes: %j', (provider) => {
    const { share, refusedShare } = simulate(provider);
    expect(share).toBeGreaterThan(0.9);
    expect(refusedShare).toBeLessThan(0.15);
  });

  it('allows 80 % right after a reduction, the peak after 3 to 15 seconds, and then more and more', () => {
    const rates = (afterFirstS: number, ...seconds: number[]): number[] =>
      seconds.map((secondsAgo) => allowedRate({ peak: 10, secondsAgo, afterFirstS }));
    expect(rates(0, 0, 3, 6)).toEqual([8, 10, 12]);
    expect(rates(20, 0, 10, 20)).toEqual([8, 10, 12]);
    expect(rates(600, 0, 15, 30)).toEqual([8, 10, 12]);
    expect(rates(600, UNLIMITED_AFTER_S)[0]).toBeGreaterThan(2_000);
    expect(allowedRate({ peak: 0.001, secondsAgo: 0, afterFirstS: 0 })).toBe(0.1);
  });

  it('reduces to what was accepted, at most by half', () => {
    expect(peakAfter(40, null)).toBe(80);
    expect(peakAfter(1, null)).toBe(5);
    expect(peakAfter(0, 0.1)).toBe(0.1);
    expect(allowedRate({ peak: peakOf(7), secondsAgo: 0, afterFirstS: 0 })).toBeCloseTo(7);
    expect(peakAfter(40, 50)).toBe(50);
    expect(peakAfter(30, 50)).toBe(30);
    expect(peakAfter(5, 50)).toBe(25);
    expect(peakAfter(80, 50)).toBe(50);
  });

  it('measures the accepted rate from the first second on', () => {
    const decayedAfter = (seconds: number): number => 20 * DECAY_S.rate * (1 - Math.exp(-seconds / DECAY_S.rate));
    for (const seconds of [1, 5, 60]) expect(acceptedRate(decayedAfter(seconds), seconds)).toBeCloseTo(20);
  });

  it.each([
    [4, 0, 4, false],
    [5, 0, 5, true],
    [5, 11, 1, true],
    [5, 12, 5, false],
    [300, 701, 9, false],
    [10, 30_000, 9, false],
    [10, 30_000, 10, true],
  ])('%i refused and %i accepted, the last %i refused, start a quarantine: %s', (refused, accepted, inRow, starts) => {
    expect(isRefusedByPolicy(refused, accepted, inRow)).toBe(starts);
  });

  it.each([
    [9, 9, false],
    [10, 100, true],
    [10, 101, false],
  ])('%i bounce messages for %i emails start a quarantine: %s', (refused, sent, starts) => {
    expect(isRefusedByDsn(refused, sent)).toBe(starts);
  });

  it('probes less and less often', () => {
    expect([0, 1, 2, 9].map((probes) => probeWaitMs([1, 2, 4], probes))).toEqual([1, 2, 4, 4]);
  });
});
