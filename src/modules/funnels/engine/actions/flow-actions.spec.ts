import { branchFor } from './flow-actions.js';

const PEOPLE = 20_000;

describe('a split', () => {
  const branches = [
    { key: 'a', weight: 70 },
    { key: 'b', weight: 25 },
    { key: 'c', weight: 5 },
  ];

  it('chooses the same branch for a contact each time, in the given proportions', () => {
    const choices = (): string[] => Array.from({ length: PEOPLE }, (_, contact) => branchFor(9, contact, branches));
    const first = choices();
    expect(choices()).toEqual(first);
    const chosen = new Map(branches.map(({ key }) => [key, first.filter((branch) => branch === key).length]));
    for (const { key, weight } of branches) {
      const expected = (PEOPLE * weight) / 100;
      // Five standard deviations; the result is constant, because the ids are.
      const tolerance = 5 * Math.sqrt(expected * (1 - weight / 100));
      expect(Math.abs((chosen.get(key) ?? 0) - expected)).toBeLessThan(tolerance);
    }
  });

  it('chooses independently at each step', () => {
    const conjunction = [1, 2].map((step) =>
      Array.from({ length: 1_000 }, (_, contact) => branchFor(step, contact, branches.slice(0, 2))).join(''),
    );
    expect(conjunction[0]).not.toBe(conjunction[1]);
  });
});
