import { type CountedEvent, countEvent } from './count-event.js';
import type { Counter } from './counters.js';

const CARRIED_AT = new Date('2026-06-15T12:00:00.000Z');
const MOMENT = '2026-06-10T23:30:00.000Z';

const email = {
  id: 1,
  subject: 'Hello',
  contact_id: 5,
  campaign_id: 9,
  funnel_id: null,
  sequence_id: null,
  to: null,
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
  it.each<[string, CountedEvent, Counter[]]>([
    ['a mail sent', event('email.sent', { email: { ...email, sent_at: MOMENT } }), ['sent']],
    ['a first open', event('email.opened', { email: { ...email, opened_at: MOMENT } }), ['opened']],
    ['a first click', event('email.clicked', { email: { ...email, ...click, first_click: true } }), ['clicked']],
    ['a later click', event('email.clicked', { email: { ...email, ...click, first_click: false } }), []],
    [
      'a refusal while sending',
      event('email.bounced', { email: { ...email, ...bounce, source: 'smtp' } }),
      ['sent', 'bounced'],
    ],
    ['a bounce told later', event('email.bounced', { email: { ...email, ...bounce, source: 'dsn' } }), ['bounced']],
    ['a complaint', event('email.spam_complaint', { email: { ...email, complained_at: MOMENT } }), ['complained']],
    ['an opt-out', event('email.unsubscribed', { email: { ...email, unsubscribed_at: MOMENT } }), ['unsubscribed']],
    ['a failure', event('email.failed', { ...mail, failed_at: MOMENT }), ['failed']],
  ])('counts %s for its campaign and contact on its own day', (_what, fact, counters) => {
    expect(countEvent(fact, 'UTC')).toEqual([
      { day: '2026-06-10', campaignId: 9, contactId: 5, stepId: null, counters },
    ]);
  });

  it.each<[string, CountedEvent, Counter[]]>([
    ['machines that open', event('email.machine_hit', { ...mail, kind: 'open' }), ['machine_opens']],
    ['machines that click', event('email.machine_hit', { ...mail, kind: 'click' }), ['machine_clicks']],
  ])('counts %s on the day it was written down, for want of another moment', (_what, fact, counters) => {
    expect(countEvent(fact, 'UTC')).toMatchObject([
      { day: '2026-06-15', campaignId: 9, contactId: 5, stepId: null, counters },
    ]);
  });

  it.each<[string, CountedEvent, Counter[]]>([
    [
      'new and subscribed',
      event('contact.created', { contact: contact('subscribed') }),
      ['new_contacts', 'new_subscribed'],
    ],
    ['new and pending', event('contact.created', { contact: contact('pending') }), ['new_contacts']],
    ['confirmed', moved('pending', 'subscribed'), ['new_subscribed']],
    ['unsubscribed', moved('subscribed', 'unsubscribed'), ['left_subscribed', 'unsubscribed_contacts']],
    ['bounced', moved('subscribed', 'bounced'), ['left_subscribed', 'bounced_contacts']],
    ['complained after leaving', moved('unsubscribed', 'complained'), ['complained_contacts']],
    ['asked to confirm again', moved('subscribed', 'pending'), ['left_subscribed']],
    ['deleted', event('contact.deleted', { contact: contact('subscribed') }), ['deleted_contacts', 'left_subscribed']],
    ['deleted after leaving', event('contact.deleted', { contact: contact('bounced') }), ['deleted_contacts']],
  ])('counts a contact that is %s', (_what, fact, counters) => {
    expect(countEvent(fact, 'UTC')).toMatchObject([{ campaignId: null, contactId: 5, stepId: null, counters }]);
  });

  it('counts a mail of a funnel for its step', () => {
    const ofFunnel = { ...email, campaign_id: null, funnel_id: 4, sequence_id: 17 };
    expect(countEvent(event('email.sent', { email: { ...ofFunnel, sent_at: MOMENT } }), 'UTC')).toEqual([
      { day: '2026-06-10', campaignId: null, contactId: 5, stepId: 17, counters: ['sent'] },
    ]);
    const internal = { ...mail, campaign_id: null, funnel_id: 4, sequence_id: 17, kind: 'open' };
    for (const [type, told] of [
      ['email.machine_hit', internal],
      ['email.reclassified', { ...internal, first: MOMENT, restated: null }],
      ['email.failed', { ...internal, failed_at: MOMENT }],
    ] as const)
      expect([type, countEvent(event(type, told), 'UTC')[0]?.stepId]).toEqual([type, 17]);
  });

  it('takes the day of the place, of both timestamp forms', () => {
    const sent = event('email.sent', { email: { ...email, sent_at: MOMENT } });
    expect(countEvent(sent, 'Europe/Berlin')[0]?.day).toBe('2026-06-11');
    expect(countEvent(event('contact.created', { contact: contact('pending') }), 'Europe/Berlin')[0]?.day).toBe(
      '2026-06-11',
    );
  });

  it('falls back to when it was written down where the moment has been erased', () => {
    expect(countEvent(event('email.sent', { email: { ...email, sent_at: null } }), 'UTC')[0]?.day).toBe('2026-06-15');
  });

  it('counts as many machine hits as were told at once, on their own day', () => {
    const told = event('email.machine_hit', { ...mail, kind: 'click', count: 7, at: MOMENT });
    expect(countEvent(told, 'UTC')).toEqual([
      { day: '2026-06-10', campaignId: 9, contactId: 5, stepId: null, counters: ['machine_clicks'], by: 7 },
    ]);
  });

  it('takes back what had been counted as a person, on the day it was counted, and counts the person who is left', () => {
    const subject = { campaignId: 9, contactId: 5, stepId: null, counters: ['opened'] };
    const nobody = event('email.reclassified', { ...mail, kind: 'open', first: MOMENT, restated: null });
    expect(countEvent(nobody, 'UTC')).toEqual([{ ...subject, day: '2026-06-10', by: -1 }]);
    const later = { ...mail, kind: 'open', first: MOMENT, restated: '2026-06-11T08:00:00.000Z' };
    expect(countEvent(event('email.reclassified', later), 'UTC')).toEqual([
      { ...subject, day: '2026-06-10', by: -1 },
      { ...subject, day: '2026-06-11', by: 1 },
    ]);
  });
});
