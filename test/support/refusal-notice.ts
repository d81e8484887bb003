import { createHash } from 'node:crypto';
import type { SinkMessage, SmtpReply } from './smtp-sink.js';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Returns the delivery status notification (RFC 3464) of a relay whose next server refused an email, as Postfix writes it.
 * The same refusal has the same bytes, except for the date.
 * @param host the server that refused it.
 * @param reply with an enhanced code.
 */
export function refusalNotice({ envelope, raw }: SinkMessage, host: string, { code, text }: SmtpReply): Buffer {
  const recipient = envelope.to[0] ?? '';
  const head = raw.toString('latin1', 0, Math.max(0, raw.indexOf(END_OF_HEAD)));
  const id = createHash('sha256').update(raw).update(recipient).digest('hex').slice(0, 16);
  const boundary = `${id}/relay.example`;
  const [status] = text.split(' ');
  const lines = [
    'Return-Path: <>',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'From: MAILER-DAEMON@relay.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${envelope.from}`,
    'Auto-Submitted: auto-replied',
    `Message-Id: <${id}@relay.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    `--${boundary}`,
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host relay.example.',
    '',
    "I'm sorry to have to inform you that your message could not",
    "be delivered to one or more recipients. It's attached below.",
    '',
    `<${recipient}>: host ${host} said: ${code}`,
    `    ${text} (in reply to end of DATA command)`,
    '',
    `--${boundary}`,
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    `Status: ${status ?? ''}`,
    `Remote-MTA: dns; ${host}`,
    `Diagnostic-Code: smtp; ${code} ${text}`,
    '',
    `--${boundary}`,
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${envelope.from}>`,
    head,
    '',
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
