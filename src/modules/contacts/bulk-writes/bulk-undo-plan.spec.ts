import { EMPTY_CONTACT } from '../contact-fields.js';
import type { Contact } from '../contact.entity.js';
import { type ContactBeingUndone, takeBack, type UndoFacts } from './bulk-undo-plan.js';
import type { RecordedChanges } from './recorded-changes.js';

const CONTACT: Contact = {
  ...EMPTY_CONTACT,
  id: 7,
  hash: '0'.repeat(32),
  email: 'ada@example.com',
  status: 'subscribed',
  contactType: 'lead',
  searchText: '',
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const FACTS: UndoFacts = {
  fields: new Map(),
  fits: () => true,
  labels: { list: new Set([1, 2, 3]), tag: new Set([1, 2, 3]) },
  ownStatus: new Set(),
  userIds: new Map(),
  hangsOn: new Map(),
};

function stored(fields: Partial<Contact> = {}, lists: readonly number[] = []): ContactBeingUndone {
  const before: Contact = Object.assign({}, CONTACT, fields);
  return {
    before,
    after: Object.assign({}, before),
    labels: {
      list: { before: new Set(lists), after: new Set(lists) },
      tag: { before: new Set(), after: new Set() },
    },
    values: { before: new Map(), after: new Map() },
    companies: new Map(),
    suppression: null,
    funnels: new Set(),
    removed: false,
  };
}

describe('taking back what a row has changed', () => {
  it('compares moments as they are recorded, and brings them back as moments', () => {
    const contact = stored({ pausedUntil: new Date('2030-01-02T03:04:05Z') });
    const changes: RecordedChanges = { fields: { paused_until: ['2029-12-31 23:59:59', '2030-01-02 03:04:05'] } };
    expect(takeBack(contact, changes, FACTS)).toBeNull();
    expect(contact.after.pausedUntil).toEqual(new Date('2029-12-31T23:59:59Z'));
  });

  it('tells a value that was emptied since from one that was empty before', () => {
    const changes: RecordedChanges = { fields: { city: ['London', 'Paris'], state: [null, 'Texas'] } };
    const contact = stored();
    expect(takeBack(contact, changes, FACTS)).toBe('Edited since: city');
    expect(contact.after).toEqual(contact.before);
  });

  it('removes what was added and is still there, and brings back what was removed and is still missing', () => {
    const contact = stored({}, [2, 3]);
    expect(takeBack(contact, { lists: { added: [2, 4], removed: [1, 3, 9] } }, FACTS)).toBeNull();
    // 9 is a list that does not exist any more.
    expect([...contact.labels.list.after].sort()).toEqual([1, 3]);
  });

  it('brings back no suppression for a status that stays', () => {
    const changes: RecordedChanges = { fields: { status: ['bounced', 'subscribed'] }, suppression: 'bounced' };
    const [same, moved, own] = [stored(), stored({ status: 'pending' }), stored()];
    expect(takeBack(same, changes, FACTS)).toBeNull();
    expect([same.after.status, same.suppression]).toEqual(['bounced', 'bounced']);
    expect(takeBack(moved, changes, FACTS)).toBe('Edited since: status');
    expect(moved.suppression).toBeNull();
    expect(takeBack(own, changes, { ...FACTS, ownStatus: new Set([7]) })).toBe('Edited since: status');
    expect([own.after.status, own.suppression]).toEqual(['subscribed', null]);
  });

  it('brings nothing back of a person who was erased meanwhile', () => {
    const contact = stored({ email: 'erased-7@example.com.erased.invalid' });
    const changes: RecordedChanges = { fields: { first_name: ['Ada', null] } };
    expect(takeBack(contact, changes, FACTS)).toBe('The contact has been erased since.');
    expect(contact.after).toEqual(contact.before);
    expect(takeBack(contact, { created: 'whatever it was' }, FACTS)).toBe('The contact has been erased since.');
    expect(contact.removed).toBe(false);
  });

  it('tells one who was deleted from one who was to be removed', () => {
    expect(takeBack(undefined, { fields: { city: [null, 'Paris'] } }, FACTS)).toBe(
      'The contact has been deleted since.',
    );
    expect(takeBack(undefined, { created: 'whatever it was' }, FACTS)).toBeNull();
  });
});
