import type { EventName } from '../../../events/domain-events.js';
import { IdentifyingWords } from '../../../platform/personal-data/identifying-words.js';
import { type ErasedPerson, erasedEvent, type LoggedEvent } from './erased-event.js';

const ADA: ErasedPerson = {
  contactId: 42,
  ownDomains: new Set(['lovelace.example']),
  words: new IdentifyingWords(['ada@example.com'], ['Ada', 'Lovelace']),
  addresses: new IdentifyingWords(['ada@example.com']),
  links: new Map([[311, 'https://shop.example/{{ contact.first_name }}']]),
  subjects: new Map([
    [1, 'Spring is here'],
    [2, 'Hello {{ contact.first_name }}'],
  ]),
};
const CONTACT = {
  id: 42,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  status: 'subscribed',
  created_at: '2026-01-02T03:04:05.000Z',
};
const ERASED_CONTACT = { ...CONTACT, email: null, first_name: null, last_name: null };
const MAIL = {
  id: 1,
  subject: 'Spring is here',
  contact_id: 42,
  campaign_id: 9,
  funnel_id: null,
  sequence_id: null,
  source: { type: 'campaign' as const, id: 9 },
  to: 'Ada@Example.com',
  message_id: '<1.9@mail.example.com>',
};
const LEFT = { ...MAIL, to: 'erased-42@example.com.erased.invalid' };
const AT = '2026-06-10T23:30:00.000Z';

const erased = (type: EventName, data: unknown): unknown => erasedEvent({ type, data } as LoggedEvent, ADA);

describe('an event of an erased contact', () => {
  it.each<[EventName, unknown, unknown]>([
    ['contact.created', { contact: CONTACT, source: 'api' }, { contact: ERASED_CONTACT, source: 'api' }],
    [
      'contact.updated',
      { contact: CONTACT, changes: { phone: { old: null, new: '1' }, country: { old: 'GB', new: 'FR' } } },
      { contact: ERASED_CONTACT, changes: { phone: { old: null, new: null }, country: { old: 'GB', new: 'FR' } } },
    ],
    [
      'contact.status_changed',
      { contact: CONTACT, old_status: 'pending', new_status: 'subscribed', reason: 'rang me', source: 'api' },
      { contact: ERASED_CONTACT, old_status: 'pending', new_status: 'subscribed', reason: null, source: 'api' },
    ],
    [
      'contact.event_tracked',
      {
        contact: CONTACT,
        event: { id: 7, event_key: 'seen', title: 'Seen by Ada', value: 'x', data: { by: 'Ada' }, counter: 2 },
      },
      {
        contact: ERASED_CONTACT,
        event: { id: 7, event_key: 'seen', title: 'Seen by [erased]', value: null, data: null, counter: 2 },
      },
    ],
    ['email.sent', { email: { ...MAIL, sent_at: AT } }, { email: { ...LEFT, sent_at: AT } }],
    [
      'email.sent',
      { email: { ...MAIL, to: 'ada@Lovelace.example', sent_at: AT } },
      { email: { ...LEFT, to: 'erased-42@erased.invalid', sent_at: AT } },
    ],
    [
      'email.opened',
      { email: { ...MAIL, id: 2, subject: 'Hello Ada', opened_at: AT } },
      { email: { ...LEFT, id: 2, subject: '', opened_at: AT } },
    ],
    [
      'email.clicked',
      { email: { ...MAIL, clicked_at: AT, url: 'https://shop.example/Ada', link_id: 311, first_click: true } },
      {
        email: {
          ...LEFT,
          clicked_at: AT,
          url: 'https://shop.example/{{ contact.first_name }}',
          link_id: 311,
          first_click: true,
        },
      },
    ],
    [
      'email.bounced',
      { email: { ...MAIL, bounced_at: AT, bounce_type: 'hard', code: '5.1.1', diagnostic: '<ada@example.com>?' } },
      { email: { ...LEFT, bounced_at: AT, bounce_type: 'hard', code: '5.1.1', diagnostic: null } },
    ],
    [
      'email.unsubscribed',
      { email: { ...MAIL, unsubscribed_at: AT, method: 'page', reason: 'something else: I am Ada' } },
      { email: { ...LEFT, unsubscribed_at: AT, method: 'page', reason: 'something else' } },
    ],
    [
      'funnel.triggered',
      { trigger_name: 'custom_visit', contact_id: 42, payload: { anything: 'at all' } },
      { trigger_name: 'custom_visit', contact_id: 42, payload: {} },
    ],
    [
      'commerce.order_refunded',
      { order: { id: 1, total: 5 }, contact: CONTACT, refund: { id: 2, reason: 'Lovelace sent it back' } },
      { order: { id: 1, total: 5 }, contact: ERASED_CONTACT, refund: { id: 2, reason: '[erased] sent it back' } },
    ],
    [
      'commerce.order_created',
      { order: { id: 1, items: [{ title: 'Ring', options: { engraving: 'Ada' }, url: 'https://shop.example/ada' }] } },
      { order: { id: 1, items: [{ title: 'Ring', options: {}, url: null, image_url: null, meta: {} }] } },
    ],
    ['contact.erased', { contact_id: 42, sealed_email: 'k.x' }, { contact_id: 42, sealed_email: 'k.x' }],
  ])('%s says what happened and not to whom', (type, data, left) => {
    expect(erased(type, data)).toEqual(left);
    // A sweep may process erased events again.
    expect(erased(type, left)).toEqual(left);
  });

  it('keeps the domain of an address that looks like its placeholder', () => {
    const person: ErasedPerson = { ...ADA, addresses: new IdentifyingWords(['42@example.com']) };
    const data = { email: { ...MAIL, to: '42@example.com', sent_at: AT } };
    expect(erasedEvent({ type: 'email.sent', data }, person)).toMatchObject({ email: { to: LEFT.to } });
  });

  it('keeps keywords that are also names', () => {
    const page: ErasedPerson = { ...ADA, words: new IdentifyingWords([], ['Page', 'Sent']) };
    const data = { email: { ...MAIL, unsubscribed_at: AT, method: 'page', reason: null } };
    expect(erasedEvent({ type: 'email.unsubscribed', data } as LoggedEvent, page)).toMatchObject({
      email: { method: 'page' },
    });
  });
});
