import { ORDER_STATUSES, type OrderStatus } from '../order-status.js';
import { afterCall, isLate, statusOf, type ToldOrder, toldOf } from './order-call.js';
import type { Order } from './order.entity.js';
import type { OrderRefund } from './order-refund.entity.js';

const T = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const stored = (changes: Partial<ToldOrder> = {}): ToldOrder => ({
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

describe('a call about an order', () => {
  it.each<[OrderStatus, Date | null, ToldOrder, boolean]>([
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
  ])('that says %s at %p is late or not', (status, updatedAt, before, expected) => {
    expect(isLate(call(status, updatedAt), before)).toBe(expected);
  });

  it('fills in what nobody has said when it is late, and changes nothing else', () => {
    const items = [{ external_id: null, title: 'Tea pot', quantity: 1, price: 1 }];
    const late = { ...call('pending', null, 999), items, orderedAt: T(3) };
    expect(afterCall(stored(), late, { contactId: 43, isOrderedAtGuessed: true })).toEqual(
      stored({ items, orderedAt: T(3) }),
    );
    const known = stored({ items: [{ external_id: null, title: 'Cup', quantity: 1, price: 1 }] });
    expect(afterCall(known, late, { contactId: 43, isOrderedAtGuessed: false })).toEqual(known);
  });

  it('does not bring back who is gone', () => {
    expect(afterCall(stored({ contactId: null }), call('refunded'), BY_42).contactId).toBeNull();
  });

  it('leads to the same order together with others, in whichever order they come', () => {
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
      if (!first) throw new Error('there are calls');
      const begun = stored({ status: first.status, total: first.total, sourceUpdatedAt: first.updatedAt });
      ends.add(JSON.stringify(others.reduce((order, one) => afterCall(order, one, BY_42), begun)));
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
  ])('told to be %s, with %d and %d given back, is %s', (told, total, givenBack, expected) => {
    expect(statusOf(told, total, givenBack)).toBe(expected);
  });

  it('was told to be completed where refunds alone have made it refunded', () => {
    const order = { ...stored({ status: 'refunded' }), id: 1 } as Order;
    expect(toldOf(order, [{ isRemainder: 0, amount: 100 } as OrderRefund]).status).toBe('completed');
    expect(toldOf(order, [{ isRemainder: 1, amount: 0 } as OrderRefund]).status).toBe('refunded');
  });
});
