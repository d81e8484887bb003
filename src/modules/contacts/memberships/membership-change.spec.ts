import { countChanges, differenceOf } from './membership-change.js';

describe('a change of memberships', () => {
  const before = new Set([1, 2, 3]);

  it.each([
    [{}, [], []],
    [{ attach: [3, 4] }, [4], []],
    [{ detach: [2, 9] }, [], [2]],
    [{ replace: [] }, [], [1, 2, 3]],
    [{ replace: [3, 5] }, [5], [1, 2]],
    [{ replace: [5], attach: [7, 6], detach: [5] }, [6, 7], [1, 2, 3]],
  ])('%j adds %j and removes %j', (request, added, removed) => {
    expect(differenceOf(before, request)).toEqual({ added, removed });
  });

  const nothing = { added: [], removed: [] };
  const counted = (difference: Parameters<typeof countChanges>[1], was: boolean, is: boolean): unknown =>
    Object.fromEntries(countChanges(before, difference, { before: was, after: is }));

  it('changes the subscribed count only for subscribed contacts', () => {
    expect(counted({ added: [4], removed: [1] }, true, true)).toEqual({
      4: { total: 1, subscribed: 1 },
      1: { total: -1, subscribed: -1 },
    });
    expect(counted({ added: [4], removed: [1] }, false, false)).toEqual({
      4: { total: 1, subscribed: 0 },
      1: { total: -1, subscribed: 0 },
    });
  });

  it('changes the subscribed count of remaining labels when the status changes', () => {
    expect(counted(nothing, true, false)).toEqual({
      1: { total: 0, subscribed: -1 },
      2: { total: 0, subscribed: -1 },
      3: { total: 0, subscribed: -1 },
    });
    expect(counted(nothing, true, true)).toEqual({});
  });

  it('uses the old status for removed labels and the new status for added ones', () => {
    expect(counted({ added: [4], removed: [1] }, false, true)).toEqual({
      4: { total: 1, subscribed: 1 },
      1: { total: -1, subscribed: 0 },
      2: { total: 0, subscribed: 1 },
      3: { total: 0, subscribed: 1 },
    });
  });
});
