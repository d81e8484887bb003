import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import type { Contact } from '../../contacts/contact/contact.entity.js';
import { mergedFields, mergedStatus, mergedValue, oldestFirst } from './merged-contact.js';

const contact = (fields: Partial<Contact>): Contact => ({
  ...{ id: 1, userId: null, hash: '', email: 'ada@example.com', firstName: null, lastName: null, status: 'subscribed' },
  ...{
    contactType: 'lead',
    phone: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    country: null,
  },
  ...{
    postalCode: null,
    dateOfBirth: null,
    photo: null,
    pausedUntil: null,
    trackingConsent: 'unknown',
    searchText: '',
  },
  ...{ createdAt: new Date(0), updatedAt: new Date(0) },
  ...fields,
});

describe('the fields of a merged contact', () => {
  it.each([
    [['subscribed', 'pending'], 'subscribed'],
    [['pending', 'subscribed'], 'subscribed'],
    [['pending', 'pending'], 'pending'],
    [['subscribed', 'unsubscribed', 'pending'], 'unsubscribed'],
    [['unsubscribed', 'bounced'], 'bounced'],
    [['bounced', 'complained', 'subscribed'], 'complained'],
  ] as const)('makes %j %s', (statuses, joined) => {
    expect(mergedStatus(statuses)).toBe(joined);
  });

  it.each([
    [['unknown', 'granted'], 'granted'],
    [['granted', 'denied', 'unknown'], 'denied'],
    [['unknown', 'unknown'], 'unknown'],
  ] as const)('makes the tracking consents %j %s', (consents, joined) => {
    const [keep, ...others] = consents.map((trackingConsent, index) => contact({ id: index + 1, trackingConsent }));
    expect(mergedFields(keep!, others, 'lead')).toMatchObject({ trackingConsent: joined });
  });

  it('fills only missing fields, from the first other contact that has them', () => {
    const [soon, later] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-09-01T00:00:00Z')];
    const keep = contact({ firstName: 'Ada', pausedUntil: soon });
    const others = [
      contact({ id: 2, firstName: 'A.', phone: '1', pausedUntil: later }),
      contact({ id: 3, lastName: 'Lovelace', phone: '2', contactType: 'customer', userId: 7 }),
    ];
    expect(mergedFields(keep, others, 'lead')).toMatchObject({
      ...{ firstName: 'Ada', lastName: 'Lovelace', phone: '1', userId: 7, contactType: 'customer', city: null },
      ...{ pausedUntil: later, status: 'subscribed' },
    });
  });

  type Joined = readonly [address: string, status: ContactStatus, before?: ContactStatus];
  it.each<[string, Joined, Joined[], [string, ContactStatus]]>([
    ['ignores the bounce of another address', ['a', 'subscribed'], [['b', 'bounced']], ['a', 'subscribed']],
    ['ignores it without a confirmation', ['a', 'pending'], [['b', 'bounced']], ['a', 'pending']],
    ['keeps the wish before a bounce', ['a', 'subscribed'], [['b', 'bounced', 'unsubscribed']], ['a', 'unsubscribed']],
    ['keeps a complaint', ['a', 'subscribed'], [['b', 'complained']], ['a', 'complained']],
    ['takes the address that did not bounce', ['a', 'bounced'], [['b', 'subscribed']], ['b', 'subscribed']],
    [
      'prefers a confirmed one',
      ['a', 'bounced'],
      [
        ['b', 'pending'],
        ['c', 'subscribed'],
      ],
      ['c', 'subscribed'],
    ],
    ['takes one of a contact who left', ['a', 'bounced'], [['b', 'unsubscribed']], ['b', 'unsubscribed']],
    [
      'keeps its own wish with another address',
      ['a', 'bounced', 'unsubscribed'],
      [['b', 'pending']],
      ['b', 'unsubscribed'],
    ],
    ['stays bounced if all addresses are', ['a', 'bounced'], [['b', 'bounced']], ['a', 'bounced']],
    [
      'knows the other form of its address',
      ['a@xn--mller-kva.de', 'subscribed'],
      [['a@müller.de', 'bounced']],
      ['a@xn--mller-kva.de', 'bounced'],
    ],
    [
      'keeps its form',
      ['a@xn--mller-kva.de', 'bounced'],
      [['a@müller.de', 'subscribed']],
      ['a@xn--mller-kva.de', 'bounced'],
    ],
  ])('%s', (_what, kept, others, [address, status]) => {
    const full = (name: string): string => (name.includes('@') ? name : `${name}@example.com`);
    const [keep, ...merged] = [kept, ...others].map(([name, was], index) =>
      contact({ id: index + 1, email: full(name), status: was }),
    );
    const before = new Map([kept, ...others].flatMap(([, , was], index) => (was ? [[index + 1, was] as const] : [])));
    expect(mergedFields(keep!, merged, 'lead', before)).toMatchObject({ email: full(address), status });
  });

  it('keeps the first value of a field, and all values of a set', () => {
    expect(mergedValue(false, ['red', 'blue'])).toBe('red');
    expect(mergedValue(true, ['["a","b"]', '["b","c"]'])).toBe('["a","b","c"]');
    expect(mergedValue(true, ['["a"]'])).toBe('["a"]');
  });

  it('orders contacts by age, then by id', () => {
    const [old, young] = [new Date(1_000), new Date(2_000)];
    const contacts = [
      contact({ id: 9, createdAt: old }),
      contact({ id: 3, createdAt: young }),
      contact({ id: 4, createdAt: old }),
    ];
    expect(oldestFirst(contacts).map(({ id }) => id)).toEqual([4, 9, 3]);
  });
});
