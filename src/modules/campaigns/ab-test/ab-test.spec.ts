import { decide } from './experiment-progress.service.js';
import { liftOver, probabilitiesToBeBest, wilsonInterval } from './ab-statistics.js';
import { assignmentOf } from '../campaign/ab-test.js';

const variant = (key: string, weight = 1) => ({ key, subject: null, pre_header: null, body: null, weight });
const trials = (successes: number, of: number) => ({ trials: of, successes });
const candidate = (key: string, successes: number, of: number) => ({ key, ...trials(successes, of) });

describe('assignment of contacts to variants', () => {
  const test = { variants: [variant('a', 1), variant('b', 3)], sample_percent: 20 };
  const contacts = Array.from({ length: 20_000 }, (_, index) => index + 1);

  it('is stable within a campaign and independent between campaigns', () => {
    const assigned = (campaign: number) => contacts.map((contact) => assignmentOf(test, campaign, contact)?.key ?? '-');
    const [first, second] = [assigned(1), assigned(2)];
    expect(assigned(1)).toEqual(first);
    const conjunction = first.filter((key, index) => key !== '-' && second[index] !== '-').length;
    // Independent samples of a fifth share a twenty-fifth.
    expect(conjunction / contacts.length).toBeCloseTo(0.04, 1);
  });

  it('follows the sample size and the weights', () => {
    const keys = contacts.map((contact) => assignmentOf(test, 7, contact)?.key);
    const share = (key: string | undefined) => keys.filter((other) => other === key).length / contacts.length;
    expect(share('a')).toBeCloseTo(0.05, 1.9);
    expect(share('b')).toBeCloseTo(0.15, 1.9);
    expect(share(undefined)).toBeCloseTo(0.8, 1.9);
  });

  it('assigns every contact when the sample is 100 percent', () => {
    const all = { ...test, sample_percent: 100 };
    expect(contacts.every((contact) => assignmentOf(all, 1, contact) !== null)).toBe(true);
  });
});

describe('the statistics of an A/B test', () => {
  // Well-known values of Wilson's formula.
  it.each([
    [trials(0, 0), 0, 1],
    [trials(0, 10), 0, 0.2775],
    [trials(10, 10), 0.7225, 1],
    [trials(1, 10), 0.0179, 0.4042],
    [trials(30, 100), 0.2189, 0.3958],
    [trials(500, 1_000), 0.4691, 0.5309],
  ])('gives %j the interval %f to %f', (seen, low, high) => {
    expect(wilsonInterval(seen).low).toBeCloseTo(low, 4);
    expect(wilsonInterval(seen).high).toBeCloseTo(high, 4);
  });

  it('returns exact probabilities for cases with a closed form', () => {
    // Beta(2, 1) against Beta(1, 1): the integral of 2x * x is two thirds.
    expect(probabilitiesToBeBest([trials(1, 1), trials(0, 0)])[0]).toBeCloseTo(2 / 3, 8);
    // Beta(2, 1) against Beta(1, 2): one minus the chance of the worse one, 1/6.
    expect(probabilitiesToBeBest([trials(1, 1), trials(0, 1)])[0]).toBeCloseTo(5 / 6, 8);
    // Beta(n + 1, 1) against two of Beta(1, 1): (n + 1) / (n + 3).
    expect(probabilitiesToBeBest([trials(4, 4), trials(0, 0), trials(0, 0)])[0]).toBeCloseTo(5 / 7, 8);
  });

  it.each([[2], [3], [5]])('gives %i equal variants equal probabilities', (count) => {
    const equals = Array.from({ length: count }, () => trials(120, 1_000));
    for (const probability of probabilitiesToBeBest(equals)) expect(probability).toBeCloseTo(1 / count, 10);
  });

  it('agrees with the normal approximation for large samples', () => {
    // z = (0.13 - 0.12) / sqrt(0.13 * 0.87 / 10000 + 0.12 * 0.88 / 10000) = 2.1344, and the normal distribution of that.
    expect(probabilitiesToBeBest([trials(1_300, 10_000), trials(1_200, 10_000)])[0]).toBeCloseTo(0.9836, 3);
  });

  it.each([
    [[trials(0, 1_000_000), trials(1_000_000, 1_000_000)]],
    [[trials(1, 5), trials(300_000, 1_000_000)]],
    [[trials(0, 0), trials(0, 0)]],
    [[trials(500_000, 1_000_000), trials(500_100, 1_000_000), trials(3, 4)]],
  ])('returns probabilities between 0 and 1 for %j', (variants) => {
    const probabilities = probabilitiesToBeBest(variants);
    expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10);
    for (const probability of probabilities) expect(probability).toBeGreaterThanOrEqual(0);
  });

  it('returns the relative lift', () => {
    expect(liftOver(trials(100, 1_000), trials(125, 1_000))).toBeCloseTo(0.25, 10);
    expect(liftOver(trials(0, 1_000), trials(125, 1_000))).toBeNull();
  });
});

describe('the winner', () => {
  it('is the significantly better variant, whatever the fallback is', () => {
    for (const fallback of ['best', 'first', 'manual'] as const)
      expect(decide([candidate('a', 100, 1_000), candidate('b', 200, 1_000)], fallback)).toMatchObject({
        winner: 'b',
        by: 'confidence',
      });
  });

  it.each([
    ['best', 'b', 'fallback'],
    ['first', 'a', 'fallback'],
    ['manual', null, undefined],
  ] as const)('by the fallback %s, when the figures are close, is %s', (fallback, winner, by) => {
    const decision = decide([candidate('a', 100, 1_000), candidate('b', 104, 1_000)], fallback);
    expect(decision).toMatchObject({ winner, ...(by === undefined ? {} : { by }) });
    expect(decision.confidence).toBeGreaterThan(0.3);
    expect(decision.confidence).toBeLessThan(0.95);
  });

  it.each(['best', 'first'] as const)('by the fallback %s, without any activity, is the first variant', (fallback) => {
    const decision = decide([candidate('a', 0, 1_000), candidate('b', 0, 3)], fallback);
    expect(decision).toEqual({ winner: 'a', by: 'fallback', confidence: null });
  });
});
