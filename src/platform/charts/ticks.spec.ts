import fc from 'fast-check';
import { niceTicks } from './chart.js';

describe('the marks of an axis', () => {
  it.each([
    [
      [0, 7],
      [0, 2, 4, 6, 8],
    ],
    [[3], [0, 1, 2, 3]],
    [[948], [0, 200, 400, 600, 800, 1000]],
    [
      [12_345, 3],
      [0, 2500, 5000, 7500, 10000, 12500],
    ],
    [[1], [0, 1]],
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [
      [-3, 5],
      [-4, -2, 0, 2, 4, 6],
    ],
  ])('of counts %j are %j', (values, ticks) => {
    expect(niceTicks(values, true).values).toEqual(ticks);
  });

  it('may have decimals where things are not counted', () => {
    expect(niceTicks([0.9], false).values).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('hold every value, are few and evenly spaced', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (values, whole) => {
          const { values: ticks, step } = niceTicks(values, whole);
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(7);
          expect(ticks).toContain(0);
          expect(Math.max(0, ...values)).toBeLessThanOrEqual(ticks.at(-1)! + 1e-6 * step);
          expect(Math.min(0, ...values)).toBeGreaterThanOrEqual(ticks[0]! - 1e-6 * step);
          if (whole) for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
        },
      ),
    );
  });
});
