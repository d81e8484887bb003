import type { StoredEvent } from '../../../events/domain-events.js';
import type { EventMatch } from '../definition/event-match.js';
import { type Occurrence, matches, occurrenceOf } from './occurrences.js';

const ENTRY = { funnelId: 4, entryId: 77 };
const opened: Occurrence = { event: 'email_opened', funnelId: 4, recipientKey: '77:17', url: null };
const clicked: Occurrence = { ...opened, event: 'link_clicked', url: 'https://shop.example/sale?id=1' };

describe('what somebody waits for', () => {
  it.each<[string, boolean, EventMatch, Occurrence]>([
    ['one of the lists', true, { event: 'list_applied', lists: [1, 2] }, { event: 'list_applied', labels: [2, 9] }],
    ['another list', false, { event: 'list_applied', lists: [1, 2] }, { event: 'list_applied', labels: [9] }],
    ['any list', true, { event: 'list_applied', lists: [] }, { event: 'list_applied', labels: [9] }],
    ['a tag of the same id', false, { event: 'list_applied', lists: [2] }, { event: 'tag_applied', labels: [2] }],
    ['one of the tags', true, { event: 'tag_applied', tags: [2] }, { event: 'tag_applied', labels: [2] }],
    ['the event', true, { event: 'event_tracked', event_key: 'a' }, { event: 'event_tracked', eventKey: 'a' }],
    ['another event', false, { event: 'event_tracked', event_key: 'a' }, { event: 'event_tracked', eventKey: 'b' }],
    ['any event', true, { event: 'event_tracked', event_key: null }, { event: 'event_tracked', eventKey: 'b' }],
    [
      'an order that is large enough',
      true,
      { event: 'order_received', min_total: 50 },
      { event: 'order_received', total: 50 },
    ],
    ['a smaller order', false, { event: 'order_received', min_total: 50 }, { event: 'order_received', total: 49.99 }],
    ['any mail of this way', true, { event: 'email_opened' }, opened],
    ['the mail of the step', true, { event: 'email_opened', sequence_id: 17 }, opened],
    ['the mail of another step', false, { event: 'email_opened', sequence_id: 18 }, opened],
    ['a mail of an earlier way', false, { event: 'email_opened' }, { ...opened, recipientKey: '7:17' }],
    [
      'a mail of another way with a like number',
      false,
      { event: 'email_opened' },
      { ...opened, recipientKey: '770:17' },
    ],
    ['a mail of another funnel', false, { event: 'email_opened' }, { ...opened, funnelId: 5 }],
    ['the link', true, { event: 'link_clicked', url: 'https://shop.example/sale' }, clicked],
    ['another link', false, { event: 'link_clicked', url: 'https://shop.example/new' }, clicked],
    ['any link', true, { event: 'link_clicked' }, clicked],
  ])('is, or is not: %s', (_what, expected, match, occurrence) => {
    expect(matches(match, occurrence, ENTRY)).toBe(expected);
  });

  it('is nothing that a mail of a campaign, or of nobody, is opened for', () => {
    const event = (email: object): StoredEvent<'email.opened'> =>
      ({ type: 'email.opened', data: { email: { id: 1, contact_id: 3, funnel_id: 4, ...email } } }) as never;
    const keys = new Map([[1, '77:17']]);
    expect(occurrenceOf(event({ funnel_id: null }), keys)).toBeNull();
    expect(occurrenceOf(event({ contact_id: null }), keys)).toBeNull();
    expect(occurrenceOf(event({}), keys)).toEqual({ contactId: 3, occurrence: opened });
  });
});
