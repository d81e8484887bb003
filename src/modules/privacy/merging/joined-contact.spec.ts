import type { Contact } from '../../contacts/contact.entity.js';
import { joinedFields, joinedStatus, joinedValue, oldestFirst } from './joined-contact.js';

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
  ...{ postalCode: null, dateOfBirth: null, photo: null, pausedUntil: null, searchText: '' },
  ...{ createdAt: new Date(0), updatedAt: new Date(0) },
  ...fields,
});

describe('what becomes of contacts that are one', () => {
  it.each([
    [['subscribed', 'pending'], 'subscribed'],
    [['pending', 'subscribed'], 'subscribed'],
    [['pending', 'pending'], 'pending'],
    [['subscribed', 'unsubscribed', 'pending'], 'unsubscribed'],
    [['unsubscribed', 'bounced'], 'bounced'],
    [['bounced', 'complained', 'subscribed'], 'complained'],
  ] as const)('makes %j %s', (statuses, joined) => {
    expect(joinedStatus(statuses)).toBe(joined);
  });

  it('takes over what is missing, from the first of the others that has it, and nothing else', () => {
    const [soon, later] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-09-01T00:00:00Z')];
    const keep = contact({ firstName: 'Ada', pausedUntil: soon });
    const others = [
      contact({ id: 2, firstName: 'A.', phone: '1', pausedUntil: later }),
      contact({ id: 3, lastName: 'Lovelace', phone: '2', contactType: 'customer', userId: 7 }),
    ];
    expect(joinedFields(keep, others, 'lead')).toMatchObject({
      ...{ firstName: 'Ada', lastName: 'Lovelace', phone: '1', userId: 7, contactType: 'customer', city: null },
      ...{ pausedUntil: later, status: 'subscribed' },
    });
  });

  it('keeps the first value of a field, and of a set all of them', () => {
    expect(joinedValue(false, ['red', 'blue'])).toBe('red');
    expect(joinedValue(true, ['["a","b"]', '["b","c"]'])).toBe('["a","b","c"]');
    expect(joinedValue(true, ['["a"]'])).toBe('["a"]');
  });

  it('asks the oldest first, and of two of the same second the one with the lower id', () => {
    const [old, young] = [new Date(1_000), new Date(2_000)];
    const contacts = [
      contact({ id: 9, createdAt: old }),
      contact({ id: 3, createdAt: young }),
      contact({ id: 4, createdAt: old }),
    ];
    expect(oldestFirst(contacts).map(({ id }) => id)).toEqual([4, 9, 3]);
  });
});
