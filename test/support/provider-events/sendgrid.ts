import { generateKeyPairSync, sign } from 'node:crypto';
import type { SubmittedEmail } from './submitted-email.js';

let made = 0;

/** One item of a batch, by default a hard bounce. */
export function sendgridEvent(mail: SubmittedEmail, event: Record<string, unknown> = {}) {
  return {
    email: mail.recipient,
    timestamp: 1769526000,
    'smtp-id': mail.messageId,
    event: 'bounce',
    category: ['newsletter'],
    sg_event_id: `6g4ZI7SA-xmRDv57GoPIPw-${(made += 1)}`,
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
    ...(event['event'] === undefined
      ? {
          reason: '550 5.1.1 The email account that you tried to reach does not exist.',
          status: '5.1.1',
          type: 'bounce',
          bounce_classification: 'Invalid Address',
          ip: '127.0.9.3',
          tls: 1,
        }
      : {}),
    ...event,
  };
}

/** A key pair of the signed event webhook: the public key as SendGrid shows it, and the signing key. */
export function sendgridSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    headersFor: (body: string, at = new Date()): Record<string, string> => {
      const timestamp = String(Math.floor(at.getTime() / 1_000));
      return {
        'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
        'X-Twilio-Email-Event-Webhook-Signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString(
          'base64',
        ),
      };
    },
  };
}
