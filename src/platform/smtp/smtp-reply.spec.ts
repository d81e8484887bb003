import { bounceTypeOf, classifyReply } from './smtp-reply.js';

/** Replies of large providers and common mail servers, shortened, with fictional names. */
describe('reading a negative SMTP reply', () => {
  describe('that says that there is no such address', () => {
    it.each([
      ['Gmail', '550 5.1.1 The email account that you tried to reach does not exist.', 'recipient', '5.1.1'],
      [
        'Gmail, several lines',
        '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking',
        'recipient',
        '5.1.1',
      ],
      ['Outlook', '550 5.5.0 Requested action not taken: mailbox unavailable', 'recipient', '5.5.0'],
      [
        'Exchange Online',
        '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
        'data',
        '5.1.10',
      ],
      ['Exchange Online at the edge', '550 5.4.1 Recipient address rejected: Access denied.', 'recipient', '5.4.1'],
      ['Yahoo', "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0]", 'data', '554'],
      ['Yahoo', '552 1 Requested mail action aborted, mailbox not found', 'recipient', '552'],
      [
        'Postfix',
        '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
        'recipient',
        '5.1.1',
      ],
      [
        'Postfix, no such domain',
        '550 5.1.2 <ada@nowhere.example>: Recipient address rejected: Domain not found',
        'recipient',
        '5.1.2',
      ],
      ['Postfix, malformed', '501 5.1.3 Bad recipient address syntax', 'recipient', '5.1.3'],
      ['Exim', '550 Unrouteable address', 'recipient', '550'],
      ['Exim', '550 No such user here', 'recipient', '550'],
      ['sendmail', '550 5.1.1 <ada@example.com>... User unknown', 'recipient', '5.1.1'],
      ['qmail', '553 sorry, no mailbox here by that name. (#5.7.1)', 'recipient', '553'],
      ['moved for good', '551 5.1.6 User has moved with no forwarding address', 'recipient', '5.1.6'],
      ['iCloud', '550 5.1.1 <ada@icloud.com>: user does not exist', 'recipient', '5.1.1'],
      ['as a policy', '550 5.7.1 <ada@example.com>: Recipient address rejected: user unknown', 'recipient', '5.7.1'],
      ['without a reason', '550 rejected', 'recipient', '550'],
      ['with a code that says nothing', '550 5.0.0 unknown user account', 'recipient', '5.0.0'],
      ['Amazon SES', '550 5.1.0 Address rejected', 'recipient', '5.1.0'],
      ['Gmail, disabled', '550 5.2.1 The email account that you tried to reach is inactive.', 'recipient', '5.2.1'],
    ] as const)('%s: %s', (_who, response, stage, code) => {
      expect(classifyReply(Number(response.slice(0, 3)), response, stage)).toEqual({
        kind: 'bounced',
        code,
        response,
      });
    });
  });

  describe('that is about the email or the mailbox, and not about the address', () => {
    it.each([
      ['Gmail, full', "552 5.2.2 The recipient's inbox is out of storage space.", 'recipient', '5.2.2', 'soft'],
      [
        'Exchange, full',
        '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
        'data',
        '5.2.2',
        'soft',
      ],
      ['Exim, full', '552 mailbox is full', 'recipient', '552', 'soft'],
      ['too big, Gmail', '552 5.3.4 Your message exceeded our message size limits.', 'data', '5.3.4', null],
      [
        'too big, Exchange',
        '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
        'data',
        '5.2.3',
        null,
      ],
      ['too big at MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'sender', '5.3.4', null],
      ['too big without a code', '552 Message size exceeds maximum permitted', 'sender', '552', null],
      ['content', '554 5.6.0 Message contains invalid header', 'data', '5.6.0', null],
      ['a closed group of Exchange Online', '550 5.7.124 UserNotInAllowedSendersList', 'recipient', '5.7.124', null],
      ['no reason at all', '554 Transaction failed', 'data', '554', null],
      ['no route', '550 5.4.4 unable to route: no mail hosts for domain', 'data', '5.4.4', 'soft'],
    ] as const)('%s: %s', (_who, response, stage, code, bounceType) => {
      const outcome = classifyReply(Number(response.slice(0, 3)), response, stage);
      expect(outcome).toEqual({ kind: 'refused', code, response });
      expect(bounceTypeOf(outcome)).toBe(bounceType);
    });
  });

  describe('that is about us', () => {
    it.each([
      [
        'Gmail, unauthenticated',
        '550 5.7.26 This mail has been blocked because the sender is unauthenticated.',
        'data',
        '5.7.26',
      ],
      [
        'Gmail, unsolicited',
        '550 5.7.1 Our system has detected that this message is likely unsolicited mail.',
        'data',
        '5.7.1',
      ],
      [
        'Gmail, no PTR record',
        '550 5.7.25 The IP address sending this message does not have a PTR record',
        'data',
        '5.7.25',
      ],
      ['Gmail, our limit', '550 5.4.5 Daily user sending limit exceeded.', 'data', '5.4.5'],
      [
        'Outlook, block list',
        '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent. part of their network is on our block list (S3140).',
        'sender',
        '5.7.1',
      ],
      [
        'Outlook, domain',
        '550 5.7.515 Access denied, sending domain EXAMPLE.COM does not meet the required authentication level.',
        'data',
        '5.7.515',
      ],
      ['Exchange Online, spam', '550 5.7.501 Access denied, spam abuse detected', 'data', '5.7.501'],
      ['Yahoo, policy', '554 Message not allowed - [PH01] Email not accepted for policy reasons.', 'data', '554'],
      ['Postfix, relaying', '554 5.7.1 <ada@example.com>: Relay access denied', 'recipient', '5.7.1'],
      ['Exim, relaying', '550 relay not permitted', 'recipient', '550'],
      [
        'Spamhaus',
        '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
        'recipient',
        '5.7.1',
      ],
      ['Amazon SES, not verified', '554 Message rejected: Email address is not verified.', 'data', '554'],
      ['our address', '550 5.1.8 <news@example.com>: Sender address rejected: Domain not found', 'recipient', '5.1.8'],
      ['our address, bad', '553 5.1.7 Invalid sender address', 'sender', '5.1.7'],
      ['our address, unknown', '550 5.1.0 <news@example.com>: Sender rejected', 'sender', '5.1.0'],
      ['our address, without a code', '553 sorry, that domain is not allowed', 'sender', '553'],
      ['Postfix, no space', '452 4.3.1 Insufficient system storage', 'sender', '4.3.1'],
      ['Postfix, our rate', '450 4.7.1 Error: too much mail from 192.0.2.1', 'sender', '4.7.1'],
      ['closing', '421 4.3.2 closing', 'other', '4.3.2'],
      ['closing after MAIL FROM', '421 4.7.0 [192.0.2.1] Our system has detected an unusual rate', 'sender', '4.7.0'],
      ['Yahoo, deferring us', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred', 'recipient', '4.7.0'],
      ['Amazon SES, throttling', '454 Throttling failure: Maximum sending rate exceeded.', 'data', '454'],
      ['Amazon SES, our day', '454 Throttling failure: Daily message quota exceeded.', 'data', '454'],
    ] as const)('%s: %s', (_who, response, stage, code) => {
      const outcome = classifyReply(Number(response.slice(0, 3)), response, stage);
      expect(outcome).toMatchObject({ kind: 'provider_fault', code, response });
      expect(bounceTypeOf(outcome)).toBeNull();
    });

    it.each([
      [535, '535 5.7.8 Username and Password not accepted', '5.7.8'],
      [530, '530 5.7.0 Must issue a STARTTLS command first', '5.7.0'],
      [535, '535 authentication failed', '535'],
    ])('and about our login: %i', (status, response, code) => {
      expect(classifyReply(status, response, 'sender')).toEqual({
        kind: 'provider_fault',
        code,
        response,
        stage: 'login',
      });
    });
  });

  describe('that asks to come back later', () => {
    it.each([
      ['Gmail, full', "452 4.2.2 The recipient's inbox is out of storage space.", 'recipient', '4.2.2', 'soft'],
      [
        'Gmail, busy mailbox',
        '450 4.2.1 The user you are trying to contact is receiving mail at a rate that',
        'recipient',
        '4.2.1',
        'soft',
      ],
      [
        'Postfix, greylisted',
        '450 4.7.1 <ada@example.com>: Recipient address rejected: Greylisted',
        'recipient',
        '4.7.1',
        null,
      ],
      ['Exim, greylisted', '451 Temporary local problem - please try later', 'recipient', '451', null],
      ['Yahoo', '451 4.3.2 Internal error reading data', 'data', '4.3.2', null],
      ['Exchange Online', '451 4.7.500 Server busy. Please try again later', 'recipient', '4.7.500', null],
      ['no route yet', '450 4.4.1 connection to the next host timed out', 'data', '4.4.1', 'soft'],
    ] as const)('%s: %s', (_who, response, stage, code, bounceType) => {
      const outcome = classifyReply(Number(response.slice(0, 3)), response, stage);
      expect(outcome).toEqual({ kind: 'deferred', code, response });
      expect(bounceTypeOf(outcome)).toBe(bounceType);
    });
  });

  it('takes a bounce for hard, and what never came to an answer for none', () => {
    expect(bounceTypeOf({ kind: 'bounced', code: '5.1.1', response: '550 5.1.1 no' })).toBe('hard');
    expect(bounceTypeOf({ kind: 'not_sent', reason: 'ECONNREFUSED' })).toBeNull();
    expect(bounceTypeOf({ kind: 'unknown', reason: 'ECONNRESET' })).toBeNull();
  });
});
