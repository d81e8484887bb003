import type { SubmittedEmail } from './submitted-email.js';

/** The members of `mail`, as SES fills them when original headers are included in notifications. */
function mailOf({ messageId, returnPath, recipient, subject }: SubmittedEmail, withHeaders: boolean) {
  const headers = [
    { name: 'From', value: 'Example Shop <news@shop.example>' },
    { name: 'To', value: recipient },
    { name: 'Subject', value: subject },
    { name: 'Message-ID', value: messageId },
    { name: 'Precedence', value: 'bulk' },
    { name: 'Content-Type', value: 'multipart/alternative;  boundary="----=_Part"' },
  ];
  return {
    timestamp: '2026-01-27T14:59:38.237Z',
    source: returnPath,
    sourceArn: 'arn:aws:ses:eu-west-1:888888888888:identity/shop.example',
    sourceIp: '127.0.3.0',
    callerIdentity: 'ses-smtp-user.20260101-120000',
    sendingAccountId: '123456789012',
    messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
    destination: [recipient],
    ...(withHeaders
      ? {
          headersTruncated: false,
          headers,
          commonHeaders: { from: ['Example Shop <news@shop.example>'], to: [recipient], messageId, subject },
        }
      : {}),
  };
}

const NO_SUCH_USER = {
  action: 'failed',
  status: '5.1.1',
  diagnosticCode: 'smtp; 550 5.1.1 <gone@example.org>... User unknown',
};

/** An identity's notification about a bounce, without the original headers: only the envelope identifies the email. */
export function sesBounce(
  mail: SubmittedEmail,
  bounce: { type?: string; subtype?: string; recipient?: Record<string, string>; feedbackId?: string } = {},
) {
  return {
    notificationType: 'Bounce',
    bounce: {
      bounceType: bounce.type ?? 'Permanent',
      bounceSubType: bounce.subtype ?? 'General',
      bouncedRecipients: [{ emailAddress: mail.recipient, ...(bounce.recipient ?? NO_SUCH_USER) }],
      timestamp: '2026-01-27T14:59:39.000Z',
      feedbackId: bounce.feedbackId ?? '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
      remoteMtaIp: '127.0.2.0',
      reportingMTA: 'dsn; a8-70.smtp-out.amazonses.com',
    },
    mail: mailOf(mail, false),
  };
}

/** A complaint event of a configuration set. */
export function sesComplaint(mail: SubmittedEmail, feedbackType: string | null = 'abuse') {
  return {
    eventType: 'Complaint',
    complaint: {
      feedbackId: '0000013786031775-fea503bc-7497-49e1-881b-a0379bb037d3-000000',
      complaintSubType: null,
      complainedRecipients: [{ emailAddress: mail.recipient }],
      timestamp: '2026-01-27T15:10:00.000Z',
      userAgent: 'Amazon SES Mailbox Simulator',
      ...(feedbackType === null ? {} : { complaintFeedbackType: feedbackType }),
      arrivalDate: '2026-01-27T15:09:00.000Z',
    },
    mail: mailOf(mail, true),
  };
}

/** An event of a configuration set: the recipient used the link of SES's subscription management. */
export function sesSubscription(mail: SubmittedEmail, unsubscribeAll = true) {
  const status = (value: string) => [{ topicName: 'News', subscriptionStatus: value }];
  return {
    eventType: 'Subscription',
    mail: mailOf(mail, true),
    subscription: {
      contactList: 'Readers',
      timestamp: '2026-01-27T15:12:00.000Z',
      source: 'UnsubscribeHeader',
      newTopicPreferences: { unsubscribeAll, topicSubscriptionStatus: status('OptOut') },
      oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: status('OptIn') },
    },
  };
}

export function sesDelivery(mail: SubmittedEmail) {
  return {
    eventType: 'Delivery',
    mail: mailOf(mail, true),
    delivery: {
      timestamp: '2026-01-27T14:59:38.237Z',
      recipients: [mail.recipient],
      processingTimeMillis: 546,
      reportingMTA: 'a8-70.smtp-out.amazonses.com',
      smtpResponse: '250 ok:  Message 64111812 accepted',
    },
  };
}
