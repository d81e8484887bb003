import MailComposer from 'nodemailer/lib/mail-composer';
import type { RenderedEmail } from '../rendering/renderer.js';

export interface MailHeaders {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly to: { readonly name: string; readonly address: string };
  /** With angle brackets; the same for every attempt at the same message. */
  readonly messageId: string;
  readonly date: Date;
  /** The address that opts out by one POST (RFC 8058); null for mails that are no bulk. */
  readonly unsubscribeUrl: string | null;
  /** Identifies the source to mailbox providers' feedback loops. */
  readonly feedbackId: string | null;
}

/** The MIME form of a mail: multipart/alternative with the text first. */
export async function composeMail(email: RenderedEmail, headers: MailHeaders): Promise<Buffer> {
  const extra: Record<string, string> = {};
  if (headers.unsubscribeUrl !== null) {
    extra['List-Unsubscribe'] = `<${headers.unsubscribeUrl}>`;
    extra['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
    extra['Precedence'] = 'bulk';
  }
  if (headers.feedbackId !== null) extra['Feedback-ID'] = headers.feedbackId;
  const composer = new MailComposer({
    from: headers.from,
    to: headers.to,
    ...(headers.replyTo === null ? {} : { replyTo: headers.replyTo }),
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: headers.messageId,
    date: headers.date,
    headers: extra,
    // A template is a text, never a wish to read our disk or our network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
