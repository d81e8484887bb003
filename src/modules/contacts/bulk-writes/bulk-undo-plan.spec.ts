import { EMPTY_CONTACT } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import { type ContactBeingUndone, revertRow, type UndoFacts } from './bulk-undo-plan.js';
import type { RecordedChanges } from './recorded-changes.js';

const CONTACT: Contact = {
  ...EMPTY_CONTACT,
  id: 7,
  hash: '0'.repeat(32),
  email: 'ada@example.com',
  status: 'subscribed',
  contactType: 'lead',
  trackingConsent: 'unknown',
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
  laterData: new Map(),
};

function stored(fields: Partial<Contact> = {}, lists: readonly number[] = []): ContactBeingUndone {
  const before: Contact = Object.assign({}, CONTACT, fields);
  return {
    before,
    after: Object.assign({}, before),
    labels: { list: new Set(lists), tag: new Set() },
    values: new Map(),
    companies: new Map(),
    suppression: null,
    funnels: new Set(),
    removed: false,
  };
}

describe('undoing the changes of a row', () => {
  it('compares timestamps as recorded, and restores them as dates', () => {
    const contact = stored({ pausedUntil: new Date('2030-01-02T03:04:05Z') });
    const changes: RecordedChanges = { fields: { paused_until: ['2029-12-31 23:59:59', '2030-01-02 03:04:05'] } };
    expect(revertRow(contact, changes, FACTS)).toBeNull();
    expect(contact.after.pausedUntil).toEqual(new Date('2029-12-31T23:59:59Z'));
  });

  it('distinguishes a value cleared since from one that was empty before', () => {
    const changes: RecordedChanges = { fields: { city: ['London', 'Paris'], state: [null, 'Texas'] } };
    const contact = stored();
    expect(revertRow(contact, changes, FACTS)).toBe('Edited since: city');
    expect(contact.after).toEqual(contact.before);
  });

  it('removes added labels that remain, and restores removed labels that are missing', () => {
    const contact = stored({}, [2, 3]);
    expect(revertRow(contact, { lists: { added: [2, 4], removed: [1, 3, 9] } }, FACTS)).toBeNull();
    // List 9 was deleted.
    expect([...contact.labels.list].sort()).toEqual([1, 3]);
  });

  it('restores no suppression if the status stays', () => {
    const changes: RecordedChanges = { fields: { status: ['bounced', 'subscribed'] }, suppression: 'bounced' };
    const [same, moved, own] = [stored(), stored({ status: 'pending' }), stored()];
    expect(revertRow(same, changes, FACTS)).toBeNull();
    expect([same.after.status, same.suppression]).toEqual(['bounced', 'bounced']);
    expect(revertRow(moved, changes, FACTS)).toBe('Edited since: status');
    expect(moved.suppression).toBeNull();
    expect(revertRow(own, changes, { ...FACTS, ownStatus: new Set([7]) })).toBe('Edited since: status');
    expect([own.after.status, own.suppression]).toEqual(['subscribed', null]);
  });

  it('restores nothing of a contact that was erased meanwhile', () => {
    const contact = stored({ email: 'erased-7@example.com.erased.invalid' });
    const changes: RecordedChanges = { fields: { first_name: ['Ada', null] } };
    expect(revertRow(contact, changes, FACTS)).toBe('The contact has been erased since.');
    expect(contact.after).toEqual(contact.before);
    expect(revertRow(contact, { created: 'whatever it was' }, FACTS)).toBe('The contact has been erased since.');
    expect(contact.removed).toBe(false);
  });

  it('distinguishes a deleted contact from one to remove', () => {
    expect(revertRow(undefined, { fields: { city: [null, 'Paris'] } }, FACTS)).toBe(
      'The contact has been deleted since.',
    );
    expect(revertRow(undefined, { created: 'whatever it was' }, FACTS)).toBeNull();
  });
});
