export type FeedbackKind = 'hard' | 'soft' | 'complaint';

const SAID = {
  hard: ['5.1.1', '550 5.1.1 Recipient address rejected: User unknown'],
  soft: ['5.2.2', '552 5.2.2 mailbox is full: quota exceeded'],
} as const;

/** Builds the report of a mail server or a mailbox provider about an email: RFC 3464 and RFC 5965. */
export function feedbackMail(
  kind: FeedbackKind,
  about: { readonly to: string; readonly messageId: string; readonly at: Date; readonly number: number },
): string {
  const { to, messageId, at, number } = about;
  const head = [
    'From: MAILER-DAEMON@mx.reader.example',
    'To: fbl@shop.example',
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${kind}.${number}@mx.reader.example>`,
    `Subject: ${kind === 'complaint' ? 'FW: Hello' : 'Undelivered Mail Returned to Sender'}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
  ];
  const returned = [
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    `To: ${to}`,
    '',
    'Hello',
    '--b--',
  ];
  if (kind === 'complaint')
    return [
      ...head,
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      ...['', '--b', 'Content-Type: text/plain', '', 'This is an email abuse report.', ''],
      ...[
        '--b',
        'Content-Type: message/feedback-report',
        '',
        'Feedback-Type: abuse',
        'User-Agent: FBL/1.0',
        'Version: 1',
        '',
      ],
      ...returned,
    ].join('\r\n');
  const [code, words] = SAID[kind];
  return [
    ...head,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ...['', '--b', 'Content-Type: text/plain', '', `<${to}>: ${words}`, ''],
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.reader.example', ''],
    ...[`Final-Recipient: rfc822; ${to}`, 'Action: failed', `Status: ${code}`, `Diagnostic-Code: smtp; ${words}`, ''],
    ...returned,
  ].join('\r\n');
}
