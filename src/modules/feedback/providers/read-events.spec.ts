import { classifyBounce } from './classify-bounce.js';
import { readMailgun } from './mailgun.js';
import { readPostmark } from './postmark.js';
import type { ReadItem } from './provider-event.js';
import { readSendgrid } from './sendgrid.js';
import { readSes } from './ses.js';
import { momentOf } from './untrusted-json.js';

/** What happened, in one word or two. */
function reported(item: ReadItem): string {
  if (typeof item === 'string') return item;
  const { occurred } = item;
  return occurred.kind === 'bounce' ? (occurred.bounceType ?? 'about us') : occurred.kind;
}

describe('classifyBounce', () => {
  it.each([
    [['550 5.1.1 User unknown'], 'hard', '5.1.1'],
    [['5.1.1', 'smtp; 550 no such user here'], 'hard', '5.1.1'],
    [['550', 'mailbox not found'], 'hard', '550'],
    [['552 5.2.2 mailbox full'], 'soft', '5.2.2'],
    [['4.4.7', 'expired after 48 hours'], 'soft', '4.4.7'],
    [['550 5.7.1 blocked by policy'], null, '5.7.1'],
    [['554 rejected as spam'], null, '554'],
    [['5.3.4 too big'], null, '5.3.4'],
    [['unknown reason'], 'hard', null],
    [[null], 'hard', null],
    [['1.2.3.4.5 and 10.0.0.550'], 'hard', null],
  ] as const)('takes %j, which the provider calls hard, as %s', (said, bounceType, code) => {
    expect(classifyBounce('hard', ...said)).toEqual({ bounceType, code });
  });

  it('classifies no bounce as hard that the provider does not', () => {
    expect(classifyBounce('soft', '550 5.1.1 User unknown')).toEqual({ bounceType: 'soft', code: '5.1.1' });
    expect(classifyBounce(null, 'nothing')).toEqual({ bounceType: null, code: null });
  });
});

describe('reading events', () => {
  it.each([
    ['Permanent', 'NoEmail', 'hard'],
    ['Permanent', 'Suppressed', 'hard'],
    ['Permanent', 'OnAccountSuppressionList', 'hard'],
    ['Permanent', 'Something new', 'hard'],
    ['Permanent', 'UnsubscribedRecipient', 'unsubscribe'],
    ['Transient', 'MailboxFull', 'soft'],
    ['Transient', 'MessageTooLarge', 'about us'],
    ['Transient', 'ContentRejected', 'about us'],
    ['Transient', 'General', 'ignored'],
    ['Undetermined', 'Undetermined', 'soft'],
  ])('classifies a bounce %s/%s of SES as %s', (bounceType, bounceSubType, expected) => {
    const bounce = { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'ada@example.org' }] };
    expect(reported(readSes({ notificationType: 'Bounce', bounce, mail: {} }, 'm1'))).toBe(expected);
  });

  it.each([
    ['suppress-bounce', 605, 'Not delivering to previously bounced address', 'hard'],
    ['suppress-complaint', 607, 'Not delivering to a user who marked your messages as spam', 'complaint'],
    ['suppress-unsubscribe', 606, 'Not delivering to unsubscribed address', 'unsubscribe'],
    ['old', 602, 'Too old', 'soft'],
    ['bounce', 550, '5.1.1 no such user', 'hard'],
    ['bounce', 552, '5.2.2 mailbox full', 'soft'],
    ['espblock', 554, '5.7.1 blocked', 'about us'],
    ['something new', 0, '', 'about us'],
  ])('classifies a failure of Mailgun by %s (%i %s) as %s', (reason, code, message, expected) => {
    const event = { event: 'failed', severity: 'permanent', id: 'e1', reason, 'delivery-status': { code, message } };
    expect(reported(readMailgun({ 'event-data': event }))).toBe(expected);
  });

  it('waits for the last attempt of Mailgun, which is also called temporary', () => {
    const failed = (reason: string) => ({ event: 'failed', severity: 'temporary', id: 'e1', reason });
    expect(reported(readMailgun({ 'event-data': failed('generic') }))).toBe('ignored');
    expect(reported(readMailgun({ 'event-data': failed('old') }))).toBe('soft');
  });

  it.each([
    ['HardBounce', 'smtp;550 5.1.1 no such user', 'hard'],
    ['HardBounce', 'smtp;550 5.7.1 blocked', 'about us'],
    ['BadEmailAddress', '', 'hard'],
    ['SoftBounce', 'smtp;552 5.2.2 full', 'soft'],
    ['DMARCPolicy', 'smtp;550 5.7.26 unauthenticated', 'about us'],
    ['Blocked', '', 'about us'],
    ['SpamComplaint', '', 'complaint'],
    ['Unsubscribe', '', 'unsubscribe'],
    ['AutoResponder', '', 'ignored'],
    ['Transient', '', 'ignored'],
    ['toString', '', 'ignored'],
  ])('classifies a bounce %s (%s) of Postmark as %s', (Type, Details, expected) => {
    expect(reported(readPostmark({ RecordType: 'Bounce', ID: 1, Type, Details }))).toBe(expected);
  });

  it.each([
    [{ event: 'bounce', type: 'bounce', status: '5.1.1' }, 'hard'],
    [{ event: 'bounce', type: 'bounce', bounce_classification: 'Mailbox Unavailable' }, 'soft'],
    [
      { event: 'bounce', type: 'bounce', bounce_classification: 'Unclassified', reason: '550 5.7.1 policy' },
      'about us',
    ],
    [{ event: 'bounce', type: 'blocked', bounce_classification: 'Unclassified', reason: 'try later' }, 'soft'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'hard'],
    [{ event: 'dropped', reason: 'Unsubscribed Address' }, 'unsubscribe'],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'complaint'],
    [{ event: 'dropped', reason: 'Invalid' }, 'hard'],
    [{ event: 'dropped', reason: 'Invalid SMTPAPI header' }, 'about us'],
    [{ event: 'dropped', reason: 'Recipient List over Package Quota' }, 'about us'],
    [{ event: 'group_unsubscribe' }, 'unsubscribe'],
    [{ event: 'group_resubscribe' }, 'ignored'],
    [{ event: 'open' }, 'ignored'],
  ])('classifies %j of SendGrid as %s', (event, expected) => {
    expect(reported(readSendgrid({ sg_event_id: 's1', ...event }))).toBe(expected);
  });

  it('handles all JSON values', () => {
    const junk = [null, 0, '', 'x', [], [[]], {}, { event: {} }, { 'event-data': [] }, { RecordType: 5, mail: null }];
    for (const body of junk)
      for (const read of [readMailgun, readPostmark, readSendgrid, (item: unknown) => readSes(item, 'm1')])
        expect(['ignored', 'unreadable']).toContain(reported(read(body)));
    expect(reported(readSes({ notificationType: 'Bounce', bounce: 'x', mail: 7 }, 'm1'))).toBe('soft');
  });

  it('ignores impossible times', () => {
    expect(momentOf('2026-01-27T14:59:38.237Z')).toEqual(new Date('2026-01-27T14:59:38.237Z'));
    expect(momentOf(1769526000.5)).toEqual(new Date(1769526000500));
    for (const value of [null, 'yesterday', 12, '1000-01-01', '9999-01-01', {}, 1e300])
      expect(momentOf(value)).toBeNull();
  });
});
