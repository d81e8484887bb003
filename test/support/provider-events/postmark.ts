import type { SubmittedEmail } from './submitted-email.js';

/** Postmark assigns its own Message-ID; ours is returned in the metadata, as requested by a header. */
const metadataOf = ({ messageId }: SubmittedEmail) => ({
  'carillon-mail': messageId.replace(/^<|@.*$/g, '') + '@carillon',
});

export function postmarkBounce(mail: SubmittedEmail, bounce: Record<string, unknown> = {}) {
  return {
    RecordType: 'Bounce',
    MessageStream: 'broadcast',
    ID: 692560173,
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    Tag: '',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Metadata: metadataOf(mail),
    ServerID: 23,
    Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    Email: mail.recipient,
    From: 'news@shop.example',
    BouncedAt: '2026-01-27T16:33:54.9070259Z',
    DumpAvailable: true,
    Inactive: true,
    CanActivate: true,
    Subject: mail.subject,
    ...bounce,
  };
}

export const postmarkComplaint = (mail: SubmittedEmail) => ({
  ...postmarkBounce(mail),
  RecordType: 'SpamComplaint',
  ID: 42,
  Type: 'SpamComplaint',
  TypeCode: 100001,
  Name: 'Spam complaint',
  Description: 'The subscriber explicitly marked this message as spam.',
  Details: '',
});

export const postmarkSubscriptionChange = (mail: SubmittedEmail, change: Record<string, unknown> = {}) => ({
  RecordType: 'SubscriptionChange',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ServerID: 23,
  MessageStream: 'broadcast',
  ChangedAt: '2026-01-27T10:53:34.416071Z',
  Recipient: mail.recipient,
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
  Tag: '',
  Metadata: metadataOf(mail),
  ...change,
});
