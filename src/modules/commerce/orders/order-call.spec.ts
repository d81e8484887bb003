import { ORDER_STATUSES, type OrderStatus } from './order-status.js';
import { afterCall, lateReason, type OrderState, reportedStateOf, statusOf } from './order-call.js';
import type { Order, OrderRefund } from './order.entity.js';

const T = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const stored = (changes: Partial<OrderState> = {}): OrderState => ({
  contactId: 42,
  status: 'completed',
  total: 100,
  items: [],
  orderedAt: T(1),
  sourceUpdatedAt: null,
  sourceCancelledAt: null,
  ...changes,
});
const call = (status: OrderStatus, updatedAt: Date | null = null, total = 100) => ({
  status,
  updatedAt,
  total,
  items: null,
  orderedAt: null,
});
const BY_42 = { contactId: 42, isOrderedAtGuessed: false };

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

describe('an order call', () => {
  it.each<[OrderStatus, Date | null, OrderState, boolean]>([
    ['pending', null, stored(), true],
    ['pending', T(9), stored({ sourceUpdatedAt: T(1) }), true],
    ['completed', null, stored(), false],
    ['completed', T(2), stored({ sourceUpdatedAt: T(2) }), false],
    ['completed', T(1), stored({ sourceUpdatedAt: T(2) }), true],
    ['completed', null, stored({ sourceUpdatedAt: T(2) }), true],
    ['completed', T(2), stored(), false],
    ['refunded', T(1), stored({ sourceUpdatedAt: T(2) }), false],
    ['completed', null, stored({ status: 'cancelled' }), true],
    ['cancelled', null, stored({ status: 'refunded' }), true],
    ['completed', T(9), stored({ status: 'refunded', sourceUpdatedAt: T(1) }), true],
    // Cancelled without a time.
    ['completed', T(9), stored({ status: 'cancelled' }), true],
    ['completed', null, stored({ status: 'cancelled', sourceCancelledAt: T(1) }), true],
    ['completed', T(1), stored({ status: 'cancelled', sourceCancelledAt: T(1) }), true],
    ['completed', T(2), stored({ status: 'cancelled', sourceCancelledAt: T(1) }), false],
    ['processing', T(2), stored({ status: 'cancelled', sourceCancelledAt: T(1) }), false],
    ['pending', T(2), stored({ status: 'cancelled', sourceCancelledAt: T(1) }), false],
    ['refunded', null, stored({ status: 'cancelled', sourceCancelledAt: T(1) }), false],
    // Reopened.
    ['completed', T(1), stored({ status: 'pending', sourceUpdatedAt: T(3), sourceCancelledAt: T(2) }), true],
    ['completed', T(2), stored({ status: 'pending', sourceUpdatedAt: T(3), sourceCancelledAt: T(2) }), true],
    ['completed', null, stored({ status: 'pending', sourceUpdatedAt: T(3), sourceCancelledAt: T(2) }), true],
    ['completed', T(4), stored({ status: 'pending', sourceUpdatedAt: T(3), sourceCancelledAt: T(2) }), false],
    ['cancelled', T(1), stored({ sourceUpdatedAt: T(2) }), true],
    ['cancelled', T(2), stored({ sourceUpdatedAt: T(2) }), false],
    ['cancelled', null, stored({ sourceUpdatedAt: T(2) }), false],
  ])('with status %s and updated_at %p is late or not', (status, updatedAt, before, expected) => {
    expect(lateReason(call(status, updatedAt), before) !== null).toBe(expected);
  });

  it('fills in only missing data when it is late', () => {
    const items = [{ external_id: null, title: 'Tea pot', quantity: 1, price: 1 }];
    const late = { ...call('pending', null, 999), items, orderedAt: T(3) };
    expect(afterCall(stored(), late, { contactId: 43, isOrderedAtGuessed: true })).toEqual(
      stored({ items, orderedAt: T(3) }),
    );
    const known = stored({ items: [{ external_id: null, title: 'Cup', quantity: 1, price: 1 }] });
    expect(afterCall(known, late, { contactId: 43, isOrderedAtGuessed: false })).toEqual(known);
  });

  it('does not restore a deleted contact', () => {
    expect(afterCall(stored({ contactId: null }), call('refunded'), BY_42).contactId).toBeNull();
  });

  it('leads to the same order with other calls in any sequence', () => {
    const calls = ORDER_STATUSES.slice(0, 4).flatMap((status, index) => [
      call(status, T(10 - index), index),
      call(status, T(20 + index), index + 10),
      call(status, null, index + 20),
    ]);
    const ends = new Set<string>();
    for (let start = 0; start < 400; start += 1) {
      // The same pseudo-random orders on every run.
      const shuffled = calls
        .map((one, index) => ({ one, key: ((start * 7_919 + index * 104_729) * 48_271) % 2_147_483_647 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const [first, ...others] = [...shuffled, ...shuffled];
      if (!first) throw new Error('no calls');
      const started = stored({ status: first.status, total: first.total, sourceUpdatedAt: first.updatedAt });
      ends.add(JSON.stringify(others.reduce((order, one) => afterCall(order, one, BY_42), started)));
    }
    const end = { status: 'cancelled', total: 13, sourceUpdatedAt: T(23), sourceCancelledAt: T(23) } as const;
    expect([...ends]).toEqual([JSON.stringify(stored(end))]);
  });

  it('after a cancellation leads to the same order with the others in any sequence', () => {
    const reopened = [
      call('completed', T(1)),
      call('cancelled', T(2)),
      call('pending', T(3)),
      call('processing', T(4)),
    ];
    const endOf = (calls: readonly ReturnType<typeof call>[]): OrderState => {
      const [first, ...others] = calls;
      if (!first) throw new Error('no calls');
      const { status, updatedAt: sourceUpdatedAt } = first;
      const sourceCancelledAt = status === 'cancelled' ? sourceUpdatedAt : null;
      return others.reduce(
        (order, one) => afterCall(order, one, BY_42),
        stored({ status, sourceUpdatedAt, sourceCancelledAt }),
      );
    };
    for (const calls of permutations(reopened)) {
      // Not paid again: it has no revenue, whatever arrives last.
      expect(['pending', 'processing', 'cancelled']).toContain(endOf(calls).status);
      expect(endOf([...calls, ...calls])).toMatchObject({ status: 'processing', sourceUpdatedAt: T(4) });
    }
    for (const calls of permutations([...reopened, call('completed', T(5))]))
      expect(endOf(calls)).toMatchObject({ status: 'completed', sourceUpdatedAt: T(5), sourceCancelledAt: T(2) });
  });
});

describe('the status of an order', () => {
  it.each<[OrderStatus, number, number, OrderStatus]>([
    ['completed', 100, 100, 'refunded'],
    ['completed', 100, 99, 'completed'],
    ['completed', 0, 0, 'completed'],
    ['pending', 100, 100, 'pending'],
    ['cancelled', 100, 100, 'cancelled'],
    ['refunded', 100, 0, 'refunded'],
  ])('reported as %s, with a total of %d and %d refunded, is %s', (reported, total, refundedAmount, expected) => {
    expect(statusOf(reported, total, refundedAmount)).toBe(expected);
  });

  it('was reported as completed when only refunds made it refunded', () => {
    const order = { ...stored({ status: 'refunded' }), id: 1 } as Order;
    expect(reportedStateOf(order, [{ isRemainder: 0, amount: 100 } as OrderRefund]).status).toBe('completed');
    expect(reportedStateOf(order, [{ isRemainder: 1, amount: 0 } as OrderRefund]).status).toBe('refunded');
  });
});
