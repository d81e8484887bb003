import { type MailHeader, wordsHeader } from '../../../platform/mime/mail-headers.js';

/** Postmark replaces the Message-ID header; it reports ours back under this name. */
export const POSTMARK_METADATA = 'carillon-mail';
/** SendGrid reports our Message-ID back under this name: not all of its events hold `smtp-id`. */
export const SENDGRID_ARGUMENT = 'carillon_mail';

/** The part that names the mail and proves it; what stands behind it may be too long for the services. */
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
 * Headers by which a service passes our Message-ID on in its reports, where it would not do so by itself. It takes them out
 * of the mail, so they must not be signed.
 * @param host of the mail server that the mail is handed to.
 */
export function tellUsBackHeaders(host: string, messageId: string): MailHeader[] {
  return HEADERS.find(([pattern]) => pattern.test(host))?.[1](messageId) ?? [];
}
