import { ContactSet } from './contact-set.js';

const setOf = (ids: readonly number[]): ContactSet => {
  const set = new ContactSet();
  for (const id of ids) set.set(id, true);
  return set;
};
const idsOf = (set: ContactSet): number[] => set.page('ASC', { page: 1, perPage: 1_000_000 });
const DENSE = Array.from({ length: 400 }, (_, index) => 1 + index * 2);
const SPARSE = [1, 31, 32, 33, 95, 96, 640, 799, 50_000, 90_001];

describe('a set of contacts', () => {
  it('adds and removes ids, each once', () => {
    const set = setOf([5, 5, 31, 32, 70_000]);
    set.set(31, false);
    set.set(6, false);
    set.set(900_000, false);
    expect([set.size, idsOf(set)]).toEqual([3, [5, 32, 70_000]]);
  });

  it('intersects unions, and leaves its sources unchanged', () => {
    const [dense, sparse, few] = [setOf(DENSE), setOf(SPARSE), setOf([32, 50_000])];
    expect(idsOf(ContactSet.inEach([[dense], [sparse]]))).toEqual(SPARSE.filter((id) => DENSE.includes(id)));
    expect(idsOf(ContactSet.inEach([[dense, few], [sparse]]))).toEqual(
      [1, 31, 32, 33, 95, 799, 50_000].filter((id) => DENSE.includes(id) || id === 32 || id === 50_000),
    );
    expect(idsOf(ContactSet.inEach([[few, sparse]]))).toEqual(SPARSE);
    expect([idsOf(dense), idsOf(sparse), idsOf(few)]).toEqual([DENSE, SPARSE, [32, 50_000]]);
    expect(ContactSet.inEach([[dense], [few], [setOf([])]]).size).toBe(0);
  });

  it.each([
    ['dense', DENSE],
    ['sparse', SPARSE],
    ['empty', []],
  ])('returns each page of a %s set in both directions, and one id more', (_, ids) => {
    const set = setOf(ids);
    for (const direction of ['ASC', 'DESC'] as const) {
      const sorted = direction === 'ASC' ? ids : ids.toReversed();
      for (const perPage of [1, 3, 50])
        for (let page = 1; (page - 1) * perPage <= ids.length + perPage; page += 1) {
          const start = (page - 1) * perPage;
          expect(set.page(direction, { page, perPage })).toEqual(sorted.slice(start, start + perPage + 1));
        }
    }
  });

  it('returns the ids after any cursor', () => {
    const set = setOf(SPARSE);
    for (const after of [0, ...SPARSE, 97, 49_999, 80_000, 90_000, 90_002, 4_000_000_000]) {
      const page = { page: 1, perPage: 3, cursor: { value: null, id: after } };
      expect(set.page('ASC', page)).toEqual(SPARSE.filter((id) => id > after).slice(0, 4));
      expect(set.page('DESC', page)).toEqual(
        SPARSE.toReversed()
          .filter((id) => id < after)
          .slice(0, 4),
      );
    }
    expect(set.page('DESC', { page: 7, perPage: 3, cursor: null })).toEqual(SPARSE.toReversed().slice(0, 4));
    expect(() => set.page('ASC', { page: 1, perPage: 3, cursor: { value: 'x', id: 1 } })).toThrow('cursor');
  });
});
