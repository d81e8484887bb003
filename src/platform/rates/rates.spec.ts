import { growthRate, percent } from './rates.js';

describe('percent', () => {
  it.each([
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 2_000, 0.1],
    [1, 2_001, 0],
    [10, 10, 100],
    [15, 10, 150],
    [0, 7, 0],
  ])('makes %d of %d into %d', (part, whole, expected) => {
    expect(percent(part, whole)).toBe(expected);
  });

  it('is 0 where the divisor is 0', () => {
    expect(percent(0, 0)).toBe(0);
    expect(percent(5, 0)).toBe(0);
  });

  it('does not lose a half to binary fractions', () => {
    // In binary 1.005 * 100 is 100.49999999999999, and 2.05 * 10 is 20.499999999999996.
    expect(percent(201, 20_000)).toBe(1);
    expect(percent(2_010, 200_000)).toBe(1);
    expect(percent(1_005, 1_000)).toBe(100.5);
    expect(percent(2_049, 100_000)).toBe(2);
    expect(percent(2_050, 100_000)).toBe(2.1);
  });
});

describe('growthRate', () => {
  it('is the change in percent of what was before', () => {
    expect(growthRate(150, 120)).toBe(25);
    expect(growthRate(120, 150)).toBe(-20);
    expect(growthRate(7, 7)).toBe(0);
  });

  it('rounds a loss as far from zero as a gain', () => {
    expect(growthRate(1_999, 2_000)).toBe(-0.1);
    expect(growthRate(2_001, 2_000)).toBe(0.1);
  });

  it('never answers a negative zero, which JSON would hide but code would see', () => {
    expect(Object.is(growthRate(99_999, 100_000), 0)).toBe(true);
  });

  it('is 0 when there was nothing before', () => {
    expect(growthRate(12, 0)).toBe(0);
  });
});
