import { destinationSignalOf, isPolicyRefusal } from './destination-signal.js';
import { classifyReply, type SmtpStage } from './smtp-reply.js';

describe('what a reply says about the mailbox provider of the recipient', () => {
  it.each([
    ['421 4.7.28 Gmail has detected an unusual rate of unsolicited mail', 'recipient', 'rate'],
    ['421 4.7.0 Too many concurrent SMTP connections; please try again later.', 'recipient', 'connections'],
    ['450 4.7.1 too many connections from your host', 'recipient', 'connections'],
    ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred', 'recipient', 'rate'],
    ['451 4.7.650 The mail server has been temporarily rate limited due to IP reputation', 'recipient', 'rate'],
    ['451 4.7.500 Server busy. Please try again later', 'recipient', 'temporary_policy'],
    ['550 5.7.26 This mail is unauthenticated', 'recipient', 'policy'],
    ['550 5.7.515 Access denied, sending domain does not meet the required level', 'data', 'policy'],
    ['554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org', 'recipient', 'policy'],
    ['550 Message rejected due to local policy: spam', 'data', 'policy'],
    // About the recipient.
    ['450 4.7.1 Recipient address rejected: Greylisted', 'recipient', null],
    ['450 4.2.1 The user you are trying to contact is receiving mail at a rate that', 'recipient', 'rate'],
    ['452 4.2.2 mailbox full', 'recipient', null],
    ['550 5.1.1 no such user', 'recipient', null],
    ['550 5.7.124 sender not in allowed list', 'recipient', null],
    // About our account at the server that we speak to.
    ['454 Throttling failure: Maximum sending rate exceeded.', 'data', null],
    ['550 5.4.5 Daily user sending limit exceeded.', 'data', null],
    ['554 5.7.1 Relay access denied', 'recipient', null],
    ['550 5.7.1 our network is on a block list', 'sender', null],
    ['421 4.3.2 closing', 'other', null],
    ['535 5.7.8 Username and Password not accepted', 'recipient', null],
  ] as [string, SmtpStage, string | null][])('%s (%s): %s', (reply, stage, signal) => {
    expect(destinationSignalOf(classifyReply(Number(reply.slice(0, 3)), reply, stage))).toBe(signal);
  });
});

describe('a bounce message', () => {
  it.each([
    ['5.7.26', null, true],
    ['5.7.1', 'smtp; 550 5.7.1 blocked using zen.spamhaus.org', true],
    ['550', 'smtp; 550 Message rejected due to local policy', true],
    [null, 'rejected because of the reputation of the sender', true],
    ['5.1.1', 'smtp; 550 5.1.1 no such user', false],
    ['5.7.129', 'sender not authenticated for group', false],
    ['5.2.2', 'mailbox full', false],
    ['4.7.0', 'blocked for now', false],
    [null, null, false],
  ])('with %s, %s refuses by policy: %s', (code, text, is) => {
    expect(isPolicyRefusal(code, text)).toBe(is);
  });
});
