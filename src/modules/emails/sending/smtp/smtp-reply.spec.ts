import { classifyReply } from './smtp-reply.js';

describe('reading a negative SMTP reply', () => {
  it.each([
    [550, '550 5.1.1 no such user', 'recipient', 'bounced', '5.1.1'],
    [550, '550 User unknown', 'recipient', 'bounced', '550'],
    [550, '550 rejected', 'other', 'refused', '550'],
    [552, '552 5.2.2 mailbox full', 'recipient', 'refused', '5.2.2'],
    [554, '554 5.7.1 blocked', 'recipient', 'provider_fault', '5.7.1'],
    [535, '535 authentication failed', 'other', 'provider_fault', '535'],
    [450, '450 4.7.1 greylisted', 'recipient', 'deferred', '4.7.1'],
    [451, '451 try later', 'other', 'deferred', '451'],
    [421, '421 4.3.2 closing', 'other', 'provider_fault', '4.3.2'],
  ] as const)('%i %s at %s is %s', (status, response, stage, kind, code) => {
    expect(classifyReply(status, response, stage)).toEqual({ kind, code, response });
  });
});
