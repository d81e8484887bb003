import { processorMs } from '../../../test/support/processor-time.js';
import { contactsNamedIn, withoutContactData } from './named-contacts.js';

const ADA = { contactId: 42, email: 'ada@example.com' };
const LABEL = { id: 3, title: 'Newsletter', slug: 'newsletter' };

describe('people whom an answer names', () => {
  it('are known by their addresses and by the id of the contact', () => {
    expect(
      contactsNamedIn({
        contact: { email: 'Ada@Example.com', custom_values: { other: ['bob@example.com'] } },
        note: { subscriber_id: '7' },
        order: { contact_id: 8, email_id: 9 },
        message: 'not for <eve@example.com>, sorry',
      }),
    ).toEqual(new Set(['ada@example.com', 'bob@example.com', 'eve@example.com', 'contact:7', 'contact:8']));
    expect(contactsNamedIn({ created: [1, 2], updated: [], contact_id: null })).toEqual(new Set());
  });
});

describe('an answer without a person', () => {
  it('keeps its shape, ids, kinds and moments, and what it says of others', () => {
    const answer = {
      message: 'Successfully added the subscriber.',
      contact: {
        id: 42,
        email: 'ada@example.com',
        first_name: 'Ada',
        phone: null,
        status: 'subscribed',
        custom_values: { colours: ['green'] },
        tags: [LABEL],
        created_at: '2026-01-02 03:04:05',
      },
    };
    expect(withoutContactData(answer, ADA)).toEqual({
      message: 'Successfully added the subscriber.',
      contact: {
        id: 42,
        email: null,
        first_name: null,
        phone: null,
        status: 'subscribed',
        custom_values: { colours: [null] },
        tags: [LABEL],
        created_at: '2026-01-02 03:04:05',
      },
    });
  });

  it('loses what hangs on the id of the contact', () => {
    const note = { subscriber_id: '42', title: 'Called Ada', description: '<p>x</p>', created_at: 'then' };
    expect(withoutContactData({ note, message: 'Note successfully added' }, ADA)).toEqual({
      note: { subscriber_id: '42', title: null, description: null, created_at: 'then' },
      message: 'Note successfully added',
    });
  });

  it('says of others what it said', () => {
    const other = { contact: { email: 'bob@example.com', first_name: 'Bob' } };
    expect(withoutContactData([other, { email: 'ada@example.com' }], ADA)).toEqual([other, { email: null }]);
    expect(withoutContactData({ invalids: [{ index: 0, reason: 'ada@example.com is taken' }] }, ADA)).toEqual({
      invalids: [{ index: 0, reason: null }],
    });
  });

  it('T22 is found in a time that grows with its length only', async () => {
    const ms = await processorMs(() => {
      for (const email_body of ['a'.repeat(1_000_000), 'a@'.repeat(500_000), '@'.repeat(1_000_000)])
        contactsNamedIn({ campaign: { email_body } });
    });
    expect(ms).toBeLessThan(200);
  });
});
