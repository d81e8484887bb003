import type { RequestedMemberships } from './membership-change.js';
import { changeSubscriptions } from './subscription-change.js';
import type { LeftState } from '../contact/contact-status.js';

/** List 1: subscribed; 2: pending; 3: unsubscribed; 4: none; 9: no subscription. */
const LEFT = new Map<number, LeftState>([
  [2, 'pending'],
  [3, 'unsubscribed'],
]);
type Rules = Parameters<typeof changeSubscriptions>[3];

function changed(request: RequestedMemberships, rules: Partial<Rules> = {}) {
  const isSubscription = (id: number): boolean => id !== 9;
  const all = { isSubscription, mayReturn: false, optIn: 'none' as const, ...rules };
  const { moves, left, asked, isKept, memberships } = changeSubscriptions(new Set([1]), LEFT, request, all);
  return {
    moves: moves.map(({ listId, from, to }) => `${listId}: ${from} > ${to}`),
    left: Object.fromEntries(left),
    asked: [...asked],
    isKept,
    memberships,
  };
}

const UNCHANGED = { 2: 'pending', 3: 'unsubscribed' };

describe('a change of subscriptions', () => {
  it('keeps what the contact left or did not confirm, unless the write may add it again', () => {
    const attach = [1, 2, 3, 4, 9];
    expect(changed({ attach })).toEqual({
      ...{ moves: [], left: UNCHANGED, asked: [], isKept: true },
      memberships: { attach: [1, 4, 9], detach: [] },
    });
    expect(changed({ attach }, { mayReturn: true })).toEqual({
      ...{ moves: ['2: pending > subscribed', '3: unsubscribed > subscribed'], left: {}, asked: [], isKept: false },
      memberships: { attach, detach: [] },
    });
  });

  it('asks for subscriptions by double opt-in, and adds other lists at once', () => {
    const attach = [1, 2, 3, 4, 9];
    expect(changed({ attach }, { optIn: 'asked' })).toMatchObject({
      ...{ moves: ['2: pending > pending', '4: null > pending'], left: { ...UNCHANGED, 4: 'pending' }, asked: [2, 4] },
      ...{ isKept: true, memberships: { attach: [1, 9] } },
    });
    expect(changed({ attach }, { optIn: 'asked', mayReturn: true })).toMatchObject({
      ...{ left: { 2: 'pending', 3: 'pending', 4: 'pending' }, asked: [2, 3, 4], isKept: false },
    });
    expect(changed({ attach }, { optIn: 'kept' })).toMatchObject({ left: UNCHANGED, asked: [], isKept: true });
  });

  it('asks by a form for a list that the contact left, which stays so', () => {
    expect(changed({ attach: [3] }, { optIn: 'by_form' })).toMatchObject({
      ...{
        moves: ['3: unsubscribed > pending'],
        left: UNCHANGED,
        asked: [3],
        isKept: false,
        memberships: { attach: [] },
      },
    });
  });

  it('forgets detached lists, and remembers those that were left', () => {
    expect(changed({ detach: [1, 2, 3, 4] })).toMatchObject({
      ...{ moves: ['2: pending > null', '3: unsubscribed > null'], left: {}, memberships: { detach: [1, 2, 3, 4] } },
    });
    expect(changed({ unsubscribe: [1, 2, 3, 4] })).toMatchObject({
      moves: ['1: subscribed > unsubscribed', '2: pending > unsubscribed', '4: null > unsubscribed'],
      left: { 1: 'unsubscribed', 2: 'unsubscribed', 3: 'unsubscribed', 4: 'unsubscribed' },
      memberships: { detach: [1, 2, 3, 4] },
    });
  });

  it('replaces memberships only', () => {
    expect(changed({ replace: [9] })).toMatchObject({ moves: [], left: UNCHANGED, memberships: { replace: [9] } });
  });
});
