import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { lastChanges, memberAssignments } from './members-log.js';

const logOf = (members: readonly number[]): string => {
  const params: Record<string, SqlValue> = {};
  memberAssignments([[7, { members }]], params);
  return String(params['log0']);
};

describe('the log of member changes', () => {
  it('returns the latest changes', () => {
    const log = logOf([1, -36, 4_294_967_295, -4_294_967_295]);
    expect(lastChanges(log, 0)).toEqual([]);
    expect(lastChanges(log, 2)).toEqual([4_294_967_295, -4_294_967_295]);
    expect(lastChanges(log, 4)).toEqual([1, -36, 4_294_967_295, -4_294_967_295]);
  });

  it('returns null for more changes than it holds, and for a version of the past', () => {
    expect(lastChanges(logOf([1, 2]), 3)).toBeNull();
    expect(lastChanges(logOf([1, 2]), -1)).toBeNull();
    expect(lastChanges('', 1)).toBeNull();
  });

  it('counts all changes, and holds as many as fit into the column', () => {
    const members = Array.from({ length: 100 }, (_, index) => index + 1);
    const params: Record<string, SqlValue> = {};
    memberAssignments([[7, { members }]], params);
    expect(params).toMatchObject({ label0: 7, steps0: 100 });
    expect(logOf(members)).toHaveLength(512);
    expect(lastChanges(logOf(members), 64)).toEqual(members.slice(-64));
  });

  it('changes nothing without members', () => {
    expect(
      memberAssignments(
        [
          [7, {}],
          [8, { members: [] }],
        ],
        {},
      ),
    ).toBe('');
  });
});
