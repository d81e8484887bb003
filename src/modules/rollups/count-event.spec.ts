import { type CountedEvent, countEvent } from './count-event.js';
import type { Count, Deltas } from './counters.js';

const CARRIED_AT = new Date('2026-06-15T12:00:00.000Z');
const MOMENT = '2026-06-10T23:30:00.000Z';
const ON_THE_10TH = { day: '2026-06-10', hour: '2026-06-10 23:00:00' };

const email = {
  id: 1,
  subject: 'Hello',
  contact_id: 5,
  campaign_id: 9,
  funnel_id: null,
  sequence_id: null,
  to: 'Ada@Example.com',
  message_id: 'm',
};
const contact = (status: string) => ({
  id: 5,
  email: 'ada@example.com',
  first_name: null,
  last_name: null,
  status,
  created_at: '2026-06-10 23:30:00',
});
const bounce = { bounced_at: MOMENT, bounce_type: 'hard' as const, code: null, diagnostic: null };
const click = { clicked_at: MOMENT, url: 'https://example.com', link_id: 1 };
const mail = { email_id: 1, campaign_id: 9, contact_id: 5 };

const event = (type: CountedEvent['type'], data: unknown): CountedEvent =>
  ({ type, data, occurredAt: CARRIED_AT }) as CountedEvent;
const moved = (from: string, to: string): CountedEvent =>
  event('contact.status_changed', { contact: contact(to), old_status: from, new_status: to, reason: null });

describe('countEvent', () => {
  it.each<[string, CountedEvent, Deltas]>([
    ['a sent email', event('email.sent', { email: { ...email, sent_at: MOMENT } }), { sent: 1 }],
    ['a first open', event('email.opened', { email: { ...email, opened_at: MOMENT } }), { opened: 1 }],
    ['a first click', event('email.clicked', { email: { ...email, ...click, first_click: true } }), { clicked: 1 }],
    ['a later click', event('email.clicked', { email: { ...email, ...click, first_click: false } }), {}],
    [
      'a refusal at the recipient',
      event('email.bounced', { email: { ...email, ...bounce, reported_by: 'smtp' } }),
      { sent: 1, bounced: 1 },
    ],
    [
      'a bounce reported later',
      event('email.bounced', { email: { ...email, ...bounce, reported_by: 'dsn' } }),
      { bounced: 1 },
    ],
    ['a complaint', event('email.spam_complaint', { email: { ...email, complained_at: MOMENT } }), { complained: 1 }],
    ['an opt-out', event('email.unsubscribed', { email: { ...email, unsubscribed_at: MOMENT } }), { unsubscribed: 1 }],
    ['a failure', event('email.failed', { ...mail, failed_at: MOMENT }), { failed: 1 }],
  ])('counts %s for its campaign and contact on its own day', (_what, fact, deltas) => {
    const [count] = countEvent(fact, 'UTC');
    expect(count).toMatchObject({ at: ON_THE_10TH, campaignId: 9, contactId: 5, stepId: null, deltas });
    expect(count?.domain).toBe(fact.type === 'email.failed' ? null : 'example.com');
  });

  it.each<[string, CountedEvent, Deltas]>([
    ['machine opens', event('email.machine_hit', { ...mail, kind: 'open' }), { machine_opens: 1 }],
    ['machine clicks', event('email.machine_hit', { ...mail, kind: 'click' }), { machine_clicks: 1 }],
  ])('counts %s on the day it was recorded, because it has no other time', (_what, fact, deltas) => {
    expect(countEvent(fact, 'UTC')).toMatchObject([
      { at: { day: '2026-06-15' }, campaignId: 9, contactId: 5, stepId: null, deltas },
    ]);
  });

  it.each<[string, CountedEvent, Deltas]>([
    [
      'new and subscribed',
      event('contact.created', { contact: contact('subscribed') }),
      { new_contacts: 1, new_subscribed: 1 },
    ],
    ['new and pending', event('contact.created', { contact: contact('pending') }), { new_contacts: 1 }],
    ['confirmed', moved('pending', 'subscribed'), { new_subscribed: 1 }],
    ['unsubscribed', moved('subscribed', 'unsubscribed'), { left_subscribed: 1, unsubscribed_contacts: 1 }],
    ['bounced', moved('subscribed', 'bounced'), { left_subscribed: 1, bounced_contacts: 1 }],
    ['complained after leaving', moved('unsubscribed', 'complained'), { complained_contacts: 1 }],
    ['asked to confirm again', moved('subscribed', 'pending'), { left_subscribed: 1 }],
    [
      'deleted',
      event('contact.deleted', { contact: contact('subscribed') }),
      { deleted_contacts: 1, left_subscribed: 1 },
    ],
    ['deleted after leaving', event('contact.deleted', { contact: contact('bounced') }), { deleted_contacts: 1 }],
  ])('counts a contact that is %s', (_what, fact, deltas) => {
    expect(countEvent(fact, 'UTC')).toMatchObject([{ campaignId: null, contactId: 5, stepId: null, deltas }]);
  });

  it('counts an email of a funnel for its step', () => {
    const ofFunnel = { ...email, campaign_id: null, funnel_id: 4, sequence_id: 17 };
    expect(countEvent(event('email.sent', { email: { ...ofFunnel, sent_at: MOMENT } }), 'UTC')).toMatchObject([
      { at: ON_THE_10TH, campaignId: null, contactId: 5, stepId: 17, deltas: { sent: 1 } },
    ]);
    const internal = { ...mail, campaign_id: null, funnel_id: 4, sequence_id: 17, kind: 'open' };
    for (const [type, reported] of [
      ['email.machine_hit', internal],
      ['email.reclassified', { ...internal, first: MOMENT, restated: null }],
      ['email.failed', { ...internal, failed_at: MOMENT }],
    ] as const)
      expect([type, countEvent(event(type, reported), 'UTC')[0]?.stepId]).toEqual([type, 17]);
  });

  it('uses the local day, for both timestamp formats', () => {
    const sent = event('email.sent', { email: { ...email, sent_at: MOMENT } });
    expect(countEvent(sent, 'Europe/Berlin')[0]?.at.day).toBe('2026-06-11');
    expect(countEvent(event('contact.created', { contact: contact('pending') }), 'Europe/Berlin')[0]?.at.day).toBe(
      '2026-06-11',
    );
  });

  it('uses the time of recording if the time of the event was erased', () => {
    expect(countEvent(event('email.sent', { email: { ...email, sent_at: null } }), 'UTC')[0]?.at.day).toBe(
      '2026-06-15',
    );
  });

  it('counts all machine opens and clicks of one event, on their own day', () => {
    const reported = event('email.machine_hit', { ...mail, kind: 'click', count: 7, at: MOMENT });
    expect(countEvent(reported, 'UTC')).toMatchObject([
      { at: ON_THE_10TH, campaignId: 9, contactId: 5, stepId: null, deltas: { machine_clicks: 7 } },
    ]);
  });

  it('subtracts activity that was counted as human on the day it was counted, and keeps the remaining human activity', () => {
    const subject = { campaignId: 9, contactId: 5, stepId: null };
    const anonymous = event('email.reclassified', { ...mail, kind: 'open', first: MOMENT, restated: null });
    expect(countEvent(anonymous, 'UTC')).toMatchObject([{ ...subject, at: ON_THE_10TH, deltas: { opened: -1 } }]);
    const later = { ...mail, kind: 'open', first: MOMENT, restated: '2026-06-11T08:00:00.000Z' };
    expect(countEvent(event('email.reclassified', later), 'UTC')).toMatchObject([
      { ...subject, at: ON_THE_10TH, deltas: { opened: -1 } },
      { ...subject, at: { day: '2026-06-11', hour: '2026-06-11 08:00:00' }, deltas: { opened: 1 } },
    ]);
  });

  it('also counts bounces and opt-outs by the given reason', () => {
    const reasons = (fact: CountedEvent): Partial<Count>[] =>
      countEvent(fact, 'UTC')
        .slice(1)
        .map(({ reason, deltas }) => ({ ...(reason ? { reason } : {}), deltas }));
    const returned = { ...email, ...bounce, code: '5.1.1', reported_by: 'dsn' };
    expect(reasons(event('email.bounced', { email: returned }))).toEqual([
      { reason: ['hard_bounce', '5.1.1'], deltas: { total: 1 } },
    ]);
    const left = { ...email, unsubscribed_at: MOMENT, reason: null, method: 'page' };
    expect(reasons(event('email.unsubscribed', { email: left }))).toEqual([
      { reason: ['opt_out', ''], deltas: { total: 1 } },
      { reason: ['opt_out_method', 'page'], deltas: { total: 1 } },
    ]);
  });

  it('counts added and removed contacts for each list', () => {
    const lists = [3, 4].map((id) => ({ id, title: 'x', slug: 'x' }));
    expect(countEvent(event('contact.list_removed', { contact: contact('pending'), lists }), 'UTC')).toMatchObject([
      { label: ['list', 3], deltas: { removed: 1 } },
      { label: ['list', 4], deltas: { removed: 1 } },
    ]);
  });

  it('counts revenue in the smallest unit, on the day of the order, by attribution', () => {
    const revenue = {
      order_id: 1,
      contact_id: 5,
      kind: 'refund',
      amount: -19.99,
      orders: 0,
      currency: 'EUR',
      campaign_id: 9,
      funnel_id: null,
      sequence_id: null,
      email_id: 1,
      touch: 'last_click',
      recorded_at: MOMENT,
    };
    expect(countEvent(event('commerce.revenue_recorded', { revenue }), 'UTC')).toMatchObject([
      {
        at: ON_THE_10TH,
        campaignId: 9,
        contactId: 5,
        currency: 'EUR',
        deltas: { orders: 0, revenue: -1_999, refunded: 1_999, campaign_orders: 0, campaign_revenue: -1_999 },
      },
    ]);
  });
});
