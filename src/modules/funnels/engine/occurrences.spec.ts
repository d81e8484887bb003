import type { StoredEvent } from '../../../events/domain-events.js';
import type { EventMatch } from '../definition/event-match.js';
import { type EmailTouch, type Occurrence, matches, occurrenceOf } from './occurrences.js';

const ENTRY = { funnelId: 4, entryId: 77 };
const opened: EmailTouch = { name: 'email_opened', funnelId: 4, recipientKey: '77:17', url: null };
const listed: Occurrence = { name: 'list_applied', lists: [2, 9] };
const tracked: Occurrence = { name: 'event_tracked', event_key: 'b', title: 'B', counter: 1 };
const ordered = (total: number): Occurrence => ({ name: 'order_created', total, product_ids: [], provider: 'shop' });
const clicked: EmailTouch = { ...opened, name: 'link_clicked', url: 'https://shop.example/sale?id=1' };

describe('awaited events', () => {
  it.each<[string, boolean, EventMatch, Occurrence]>([
    ['one of the lists', true, { event: 'list_applied', lists: [1, 2] }, listed],
    ['another list', false, { event: 'list_applied', lists: [1, 2] }, { name: 'list_applied', lists: [9] }],
    ['any list', true, { event: 'list_applied', lists: [] }, { name: 'list_applied', lists: [9] }],
    ['a tag of the same id', false, { event: 'list_applied', lists: [2] }, { name: 'tag_applied', tags: [2] }],
    ['one of the tags', true, { event: 'tag_applied', tags: [2] }, { name: 'tag_applied', tags: [2] }],
    ['the event', true, { event: 'event_tracked', event_key: 'a' }, { ...tracked, event_key: 'a' }],
    ['another event', false, { event: 'event_tracked', event_key: 'a' }, tracked],
    ['any event', true, { event: 'event_tracked', event_key: null }, tracked],
    ['an order that is large enough', true, { event: 'order_received', min_total: 50 }, ordered(50)],
    ['a smaller order', false, { event: 'order_received', min_total: 50 }, ordered(49.99)],
    ['any email of this enrollment', true, { event: 'email_opened' }, opened],
    ['the email of the step', true, { event: 'email_opened', sequence_id: 17 }, opened],
    ['the email of another step', false, { event: 'email_opened', sequence_id: 18 }, opened],
    ['an email of an earlier enrollment', false, { event: 'email_opened' }, { ...opened, recipientKey: '7:17' }],
    [
      'an email of another enrollment with a similar id',
      false,
      { event: 'email_opened' },
      { ...opened, recipientKey: '770:17' },
    ],
    ['an email of another funnel', false, { event: 'email_opened' }, { ...opened, funnelId: 5 }],
    ['the link', true, { event: 'link_clicked', url: 'https://shop.example/sale' }, clicked],
    ['another link', false, { event: 'link_clicked', url: 'https://shop.example/new' }, clicked],
    ['any link', true, { event: 'link_clicked' }, clicked],
  ])('match or do not match %s', (_what, expected, match, occurrence) => {
    expect(matches(match, occurrence, ENTRY)).toBe(expected);
  });

  it('do not match emails of campaigns, or emails without a contact', () => {
    const event = (email: object): StoredEvent<'email.opened'> =>
      ({ type: 'email.opened', data: { email: { id: 1, contact_id: 3, funnel_id: 4, ...email } } }) as never;
    const keys = new Map([[1, '77:17']]);
    expect(occurrenceOf(event({ funnel_id: null }), keys)).toBeNull();
    expect(occurrenceOf(event({ contact_id: null }), keys)).toBeNull();
    expect(occurrenceOf(event({}), keys)).toMatchObject({ contactId: 3, occurrence: opened });
  });
});
