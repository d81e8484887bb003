import { distributionOf } from './score-distribution.js';

const at = (score: number, contacts: number) => ({ score, contacts });

describe('distributionOf', () => {
  it('puts every contact into a band, and contacts without a count into the band of 0', () => {
    const { distribution: bands, total } = distributionOf([at(1, 2), at(20, 1), at(21, 1), at(81, 1), at(100, 1)], 10);
    expect(bands).toEqual([
      { from: 0, to: 0, contacts: 4, share: 40 },
      { from: 1, to: 20, contacts: 3, share: 30 },
      { from: 21, to: 40, contacts: 1, share: 10 },
      { from: 41, to: 60, contacts: 0, share: 0 },
      { from: 61, to: 80, contacts: 0, share: 0 },
      { from: 81, to: 100, contacts: 2, share: 20 },
    ]);
    expect(total).toBe(10);
  });

  it.each([
    // 0 0 50 75: the middle scores are 0 and 50, the average is 125 / 4.
    [[at(50, 1), at(75, 1)], 4, 31.3, 25],
    // 0 50 75
    [[at(50, 1), at(75, 1)], 3, 41.7, 50],
    // 7 7 7 8
    [[at(7, 3), at(8, 1)], 4, 7.3, 7],
    [[at(100, 1)], 1, 100, 100],
    [[], 5, 0, 0],
    [[], 0, 0, 0],
  ])('of %j among %i has average %d and median %d', (counts, total, average, median) => {
    expect(distributionOf(counts, total)).toMatchObject({ average, median });
  });

  it('never has a negative number without a score, if contacts were just deleted', () => {
    expect(distributionOf([at(40, 3)], 2)).toMatchObject({ total: 3, median: 40, average: 40 });
  });
});
