import { branchFor } from './flow-actions.js';

const PEOPLE = 20_000;

describe('a split', () => {
  const branches = [
    { key: 'a', weight: 70 },
    { key: 'b', weight: 25 },
    { key: 'c', weight: 5 },
  ];

  it('sends everybody the same way each time, and as many each way as it is told', () => {
    const ways = (): string[] => Array.from({ length: PEOPLE }, (_, contact) => branchFor(9, contact, branches));
    const first = ways();
    expect(ways()).toEqual(first);
    const chosen = new Map(branches.map(({ key }) => [key, first.filter((way) => way === key).length]));
    for (const { key, weight } of branches) {
      const expected = (PEOPLE * weight) / 100;
      // Five standard deviations of a fair choice; it is no chance at all, for the numbers are always the same.
      const tolerance = 5 * Math.sqrt(expected * (1 - weight / 100));
      expect(Math.abs((chosen.get(key) ?? 0) - expected)).toBeLessThan(tolerance);
    }
  });

  it('mixes people anew for each step', () => {
    const both = [1, 2].map((step) =>
      Array.from({ length: 1_000 }, (_, contact) => branchFor(step, contact, branches.slice(0, 2))).join(''),
    );
    expect(both[0]).not.toBe(both[1]);
  });
});
