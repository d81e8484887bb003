import { countsOfMasks, overlapOf, sortedOverlaps } from './overlaps.js';

describe('overlaps', () => {
  it('are shares of the contacts in either group', () => {
    const sizes = new Map([
      [7, 30],
      [9, 20],
    ]);
    // 10 of 30 + 20 - 10
    expect(overlapOf(7, 9, 10, (key) => sizes.get(key) ?? 0)).toEqual({ keys: [7, 9], size: 10, share: 25 });
    expect(overlapOf(7, 8, 0, () => 0).share).toBe(0);
  });

  it('are sorted by share, in a stable order', () => {
    const [far, small, large, later] = [
      { keys: [1, 2], size: 50, share: 10 },
      { keys: [1, 3], size: 2, share: 90 },
      { keys: [2, 3], size: 9, share: 90 },
      { keys: [2, 4], size: 9, share: 90 },
    ] as const;
    expect(sortedOverlaps([far, small, later, large])).toEqual([large, later, small, far]);
  });

  it('are counted from the combinations of groups of contacts', () => {
    const { sizes, pairs } = countsOfMasks(3, [
      { mask: 0b001, size: 5 },
      { mask: 0b011, size: 3 },
      { mask: 0b111, size: 1 },
    ]);
    expect(sizes).toEqual([9, 4, 1]);
    expect(pairs).toEqual([
      [0, 1, 4],
      [0, 2, 1],
      [1, 2, 1],
    ]);
  });
});
