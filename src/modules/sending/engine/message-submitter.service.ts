import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { SigningKey } from '../../../platform/mime/dkim.js';
import { EmailComposer, type MailOrder } from '../../mail-content/composing/email-composer.service.js';
import { AddressError } from '../../../platform/mime/wire-address.js';
import { ContentsService, type LoadedContent } from '../../mail-content/rendering/contents.service.js';
import { TemplateError } from '../../mail-content/rendering/liquid.js';
import type { ActiveSender } from '../../senders/active-senders.js';
import { ReturnPaths } from '../../senders/return-path.service.js';
import { domainOf } from '../../../platform/text/email-address.js';
import { MailTransport } from '../../../platform/smtp/mail-transport.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';

/** An email without the parts that depend on the sender. */
export type PlainOrder = Omit<
  MailOrder,
  'signing' | 'unsubscribeMailbox' | 'bounceMailbox' | 'from' | 'replyTo' | 'at' | 'server'
>;

export interface Submission {
  /** Empty if rendering failed. */
  readonly subject: string;
  readonly outcome: SendOutcome;
  readonly at: Date;
}

type SubmissionOptions = [sender: ActiveSender, insteadOf: ActiveSender | null, mayBegin: () => Promise<boolean>];

/** Composes one email and submits it to a mail server. */
@Injectable()
export class MessageSubmitter {
  constructor(
    private readonly composer: EmailComposer,
    private readonly transport: MailTransport,
    private readonly returnPaths: ReturnPaths,
    private readonly clock: Clock,
    private readonly contents: ContentsService,
  ) {}

  /** @param afterMs delay before the next attempt; as soon as possible if omitted. */
  givenBack(afterMs?: number): Submission {
    const outcome: SendOutcome = afterMs === undefined ? { kind: 'given_back' } : { kind: 'given_back', afterMs };
    return { subject: '', outcome, at: this.clock.now() };
  }

  /** Submits a message with stored content. */
  async sendStored(
    { contentId, ...order }: Omit<PlainOrder, 'content'> & { readonly contentId: number },
    ...how: SubmissionOptions
  ): Promise<Submission> {
    return this.send({ ...order, content: await this.contents.load(contentId) }, ...how);
  }

  /**
   * Submits a message. It never throws because of the email or the server.
   * @param insteadOf the intended sender, if `sender` is its fallback; its key still signs for the From domain.
   * @param mayBegin asked directly before submission; false releases the message.
   */
  async send(order: PlainOrder, ...[sender, insteadOf, mayBegin]: SubmissionOptions): Promise<Submission> {
    const { content, emailId, recipient } = order;
    const { returnPathDomain: domain } = sender;
    const bounceMailbox = domain === null ? null : this.returnPaths.bounceAddress(emailId, domain);
    let subject = '';
    try {
      const mail = await this.composer.compose({
        ...order,
        signing: signingFor(content, sender, insteadOf),
        unsubscribeMailbox: domain === null ? null : this.returnPaths.unsubscribeAddress(emailId, domain),
        bounceMailbox,
        from: { name: content.fromName, address: content.fromEmail },
        replyTo:
          content.replyToEmail === null ? null : { name: content.replyToName ?? '', address: content.replyToEmail },
        at: this.clock.now(),
        server: sender.server.host,
      });
      subject = mail.subject;
      const outcome = await this.transport.send(
        sender.server,
        { envelopeFrom: bounceMailbox ?? content.fromEmail, recipient: recipient.email, raw: mail.raw },
        mayBegin,
      );
      return { subject, outcome, at: this.clock.now() };
    } catch (error) {
      // Only this recipient's address or values are invalid; others can be sent.
      if (error instanceof TemplateError) return this.refused(subject, `template: ${error.reason}`);
      if (error instanceof AddressError) return this.refused(subject, error.reason);
      throw error;
    }
  }

  private refused(subject: string, response: string): Submission {
    return { subject, outcome: { kind: 'refused', code: '', response }, at: this.clock.now() };
  }
}

/** Returns the key of the sender whose domain aligns with From, as DMARC requires; that of the fallback first. */
function signingFor(
  { fromEmail }: LoadedContent,
  sender: ActiveSender,
  insteadOf: ActiveSender | null,
): SigningKey | null {
  if (insteadOf === null) return sender.signing;
  const isAligned = (key: SigningKey | null): boolean => {
    const domain = domainOf(fromEmail);
    return key !== null && (domain === key.domain || domain.endsWith(`.${key.domain}`));
  };
  return [sender.signing, insteadOf.signing].find(isAligned) ?? null;
}
