import { ORDER_STATUSES, type OrderStatus } from './order-status.js';
import { afterCall, isLate, statusOf, type OrderState, reportedStateOf } from './order-call.js';
import type { Order } from './order.entity.js';
import type { OrderRefund } from './order-refund.entity.js';

const T = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const stored = (changes: Partial<OrderState> = {}): OrderState => ({
  contactId: 42,
  status: 'completed',
  total: 100,
  items: [],
  orderedAt: T(1),
  sourceUpdatedAt: null,
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
  ])('with status %s and updated_at %p is late or not', (status, updatedAt, before, expected) => {
    expect(isLate(call(status, updatedAt), before)).toBe(expected);
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
    expect([...ends]).toEqual([JSON.stringify(stored({ status: 'cancelled', total: 13, sourceUpdatedAt: T(23) }))]);
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
