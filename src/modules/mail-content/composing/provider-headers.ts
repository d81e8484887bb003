import type { SigningKey } from '../../../platform/mime/dkim.js';
import { type MailHeader, wordsHeader } from '../../../platform/mime/mail-headers.js';

/** Postmark replaces the Message-ID header; it reports the original under this name. */
export const POSTMARK_METADATA = 'carillon-mail';
/** SendGrid reports the original Message-ID under this name; not all of its events contain `smtp-id`. */
export const SENDGRID_ARGUMENT = 'carillon_mail';

/** The part that identifies and authenticates the email; the rest may be too long for the providers. */
const shortened = (messageId: string): string => `${messageId.split('@', 1).join().replace(/^</, '')}@carillon`;

const HEADERS: readonly (readonly [host: RegExp, of: (messageId: string) => MailHeader[]])[] = [
  [
    // https://postmarkapp.com/developer/user-guide/send-email-with-smtp#custom-headers: values of at most 80 characters.
    /(?:^|\.)postmarkapp\.com$/i,
    (messageId) => [
      wordsHeader('X-PM-KeepID', ['true']),
      wordsHeader(`X-PM-Metadata-${POSTMARK_METADATA}`, [shortened(messageId)]),
    ],
  ],
  [
    // https://www.twilio.com/docs/sendgrid/for-developers/sending-email/unique-arguments
    /(?:^|\.)sendgrid\.net$/i,
    (messageId) => [
      wordsHeader('X-SMTPAPI', ['{"unique_args":', `{"${SENDGRID_ARGUMENT}":`, `"${shortened(messageId)}"}}`]),
    ],
  ],
];

/**
 * Returns headers that make a provider include our Message-ID in its reports. The provider removes them, so they must
 * not be signed.
 * @param host of the mail server.
 */
export function feedbackHeaders(host: string, messageId: string): MailHeader[] {
  return HEADERS.find(([pattern]) => pattern.test(host))?.[1](messageId) ?? [];
}

/**
 * Returns the address for complaints of mailbox providers, and what identifies the email there (RFC 9477). Providers verify them by a
 * signature of the From domain, and only accept addresses of that domain or below it. For any other address, they require a second
 * signature, which we do not make. An unsigned email has none, because the relay may not sign these headers.
 */
export function complaintHeaders(
  bounceMailbox: string | null,
  fromDomain: string,
  signing: SigningKey | null,
): MailHeader[] {
  if (bounceMailbox === null || signing?.domain !== fromDomain) return [];
  const [localPart = '', domain] = bounceMailbox.split('@');
  if (!`.${domain}`.endsWith(`.${fromDomain}`)) return [];
  return [
    wordsHeader('CFBL-Address', [`${bounceMailbox};`, 'report=arf']),
    wordsHeader('CFBL-Feedback-ID', [localPart]),
  ];
}
