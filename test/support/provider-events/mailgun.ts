import { createHmac, randomBytes } from 'node:crypto';
import type { SubmittedEmail } from './submitted-email.js';

const withoutBrackets = (messageId: string): string => messageId.replace(/[<>]/g, '');

/** Signs a call with this key at this time. */
export function mailgunSignature(key: string, at = new Date()) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const token = randomBytes(25).toString('hex');
  return {
    token,
    timestamp,
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  };
}

/** Members that all events have in common. */
function eventOf(mail: SubmittedEmail, id: string) {
  return {
    id,
    timestamp: 1769526000.123456,
    'log-level': 'error',
    recipient: mail.recipient,
    'recipient-domain': mail.recipient.split('@')[1],
    tags: [],
    campaigns: [],
    'user-variables': {},
    flags: { 'is-routed': false, 'is-authenticated': true, 'is-system-test': false, 'is-test-mode': false },
    message: {
      headers: {
        to: mail.recipient,
        'message-id': withoutBrackets(mail.messageId),
        from: 'Example Shop <news@shop.example>',
        subject: mail.subject,
      },
      attachments: [],
      size: 111,
    },
  };
}

export function mailgunFailure(
  mail: SubmittedEmail,
  failure: Record<string, unknown> = {},
  id = 'G9Bn5sl1TC6nu79C8C0bwg',
) {
  return {
    'event-data': {
      ...eventOf(mail, id),
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      envelope: { sender: mail.returnPath, transport: 'smtp', targets: mail.recipient, 'sending-ip': '127.0.9.1' },
      'delivery-status': {
        code: 550,
        'enhanced-code': '5.1.1',
        'bounce-type': 'hard',
        'attempt-no': 1,
        message: '5.1.1 The email account that you tried to reach does not exist.',
        description: '',
        'session-seconds': 1.2,
        'mx-host': 'mx.example.org',
      },
      ...failure,
    },
  };
}

export const mailgunComplaint = (mail: SubmittedEmail) => ({
  'event-data': { ...eventOf(mail, '-Agny091SquKnsrW2NEKUA'), event: 'complained' },
});

export const mailgunUnsubscribe = (mail: SubmittedEmail) => ({
  'event-data': {
    ...eventOf(mail, 'Ase7i2zsRYeDXztHGENqRA'),
    event: 'unsubscribed',
    ip: '127.0.9.2',
    'client-info': { 'client-type': 'browser', 'client-os': 'Linux', 'device-type': 'desktop' },
  },
});

/** The fields of legacy webhooks, before `event-data` was introduced. */
export const formerMailgunForm = (mail: SubmittedEmail, event: 'bounced' | 'complained'): Record<string, string> => ({
  event,
  recipient: mail.recipient,
  domain: 'shop.example',
  'Message-Id': mail.messageId,
  'message-headers': JSON.stringify([
    ['Received', 'by luna.mailgun.net with SMTP 8734663311733'],
    ['Message-Id', mail.messageId],
    ['Subject', mail.subject],
  ]),
  ...(event === 'bounced' ? { code: '550', error: '5.1.1 The email account does not exist', notification: '' } : {}),
  ...mailgunSignature('unchecked'),
});
