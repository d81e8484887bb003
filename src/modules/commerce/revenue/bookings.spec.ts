import type { OrderRefund } from '../orders/order.entity.js';
import { type BookableOrder, type Booking, bookingsOf, linesBetween } from './ledger.js';

const order = (changes: Partial<BookableOrder> = {}): BookableOrder => ({
  id: 1,
  contactId: 42,
  status: 'completed',
  currency: 'EUR',
  total: 10_000,
  orderedAt: new Date('2026-01-10T12:00:00Z'),
  touch: 'last_click',
  campaignId: 9,
  funnelId: null,
  stepId: null,
  emailId: 7,
  ...changes,
});

const refund = (changes: Partial<OrderRefund> = {}): OrderRefund => ({
  id: 5,
  orderId: 1,
  externalId: null,
  isRemainder: 0,
  amount: 2_000,
  reason: null,
  refundedAt: new Date('2026-01-12T12:00:00Z'),
  createdAt: new Date('2026-01-12T12:00:00Z'),
  ...changes,
});

const figures = (bookings: readonly Booking[]): unknown[] =>
  bookings.map(({ kind, amount, orders, campaignId, contactId, recordedAt }) => [
    kind,
    amount,
    orders,
    campaignId,
    contactId,
    recordedAt.toISOString().slice(0, 10),
  ]);

describe('the expected ledger of an order', () => {
  it('has the total on the day of the order and each refund on its own day', () => {
    expect(figures(bookingsOf(order(), [refund(), refund({ id: 6, amount: 500 })]))).toEqual([
      ['sale', 10_000, 1, 9, 42, '2026-01-10'],
      ['refund', -2_000, 0, 9, 42, '2026-01-12'],
      ['refund', -500, 0, 9, 42, '2026-01-12'],
    ]);
  });

  it('contains a refunded order, but no refund of 0', () => {
    const refunds = [refund({ amount: 10_000 }), refund({ id: 6, isRemainder: 1, amount: 0 })];
    expect(figures(bookingsOf(order({ status: 'refunded' }), refunds))).toEqual([
      ['sale', 10_000, 1, 9, 42, '2026-01-10'],
      ['refund', -10_000, 0, 9, 42, '2026-01-12'],
    ]);
  });

  it.each(['pending', 'processing', 'cancelled'] as const)(
    'is empty with status %s, whatever the refunds are',
    (status) => {
      expect(bookingsOf(order({ status }), [refund()])).toEqual([]);
    },
  );

  it('counts a free order', () => {
    expect(figures(bookingsOf(order({ total: 0 }), []))).toEqual([['sale', 0, 1, 9, 42, '2026-01-10']]);
  });
});

describe('the lines from the booked to the expected ledger', () => {
  const booked = bookingsOf(order(), [refund()]);

  it('are empty without a change, whatever the history of the ledger is', () => {
    const correction = linesBetween(booked, bookingsOf(order({ total: 9_000 }), [refund()]));
    expect(linesBetween(booked, booked)).toEqual([]);
    expect(linesBetween([...booked, ...correction], bookingsOf(order({ total: 9_000 }), [refund()]))).toEqual([]);
  });

  it('are the difference after a corrected amount', () => {
    expect(figures(linesBetween(booked, bookingsOf(order({ total: 12_000 }), [refund()])))).toEqual([
      ['sale', 2_000, 0, 9, 42, '2026-01-10'],
    ]);
  });

  it('reverse everything first when the campaign changes, and keep the days', () => {
    expect(figures(linesBetween(booked, bookingsOf(order({ campaignId: 10, emailId: 8 }), [refund()])))).toEqual([
      ['sale', -10_000, -1, 9, 42, '2026-01-10'],
      ['refund', 2_000, 0, 9, 42, '2026-01-12'],
      ['sale', 10_000, 1, 10, 42, '2026-01-10'],
      ['refund', -2_000, 0, 10, 42, '2026-01-12'],
    ]);
  });

  it('reverse everything when the order was cancelled', () => {
    expect(figures(linesBetween(booked, bookingsOf(order({ status: 'cancelled' }), [refund()])))).toEqual([
      ['sale', -10_000, -1, 9, 42, '2026-01-10'],
      ['refund', 2_000, 0, 9, 42, '2026-01-12'],
    ]);
  });

  it('add up to the expected ledger from any state', () => {
    const states = [
      bookingsOf(order(), []),
      bookingsOf(order({ status: 'cancelled' }), []),
      bookingsOf(order({ contactId: 43 }), [refund()]),
      bookingsOf(order({ orderedAt: new Date('2026-02-01T00:00:00Z'), touch: null, campaignId: null }), [refund()]),
      bookingsOf(order({ status: 'refunded' }), [refund(), refund({ id: 6, isRemainder: 1, amount: 8_000 })]),
    ];
    for (const from of states)
      for (const to of states) {
        const ledger = [...from, ...linesBetween(from, to)];
        expect(linesBetween(ledger, to)).toEqual([]);
        const sum = (lines: readonly Booking[]): number => lines.reduce((total, { amount }) => total + amount, 0);
        expect(sum(ledger)).toBe(sum(to));
      }
  });
});
