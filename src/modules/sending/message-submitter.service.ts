import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import type { SigningKey } from '../../platform/mime/dkim.js';
import { MailComposer, type MailOrder } from '../mail-content/composing/mail-composer.service.js';
import { AddressError } from '../../platform/mime/wire-address.js';
import type { LoadedContent } from '../mail-content/rendering/contents.service.js';
import { TemplateError } from '../mail-content/rendering/liquid.js';
import type { ActiveSender } from '../senders/active-senders.js';
import { ReturnPaths } from '../senders/return-path.service.js';
import { domainOf } from './domain-places.js';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** A mail as its owner orders it; what depends on the sender is added here. */
export type PlainOrder = Omit<MailOrder, 'signing' | 'unsubscribeMailbox' | 'from' | 'replyTo' | 'at' | 'server'>;

export interface Submission {
  /** Empty when it could not even be written. */
  readonly subject: string;
  readonly outcome: SendOutcome;
}

/** Writes one mail and hands it to a mail server. */
@Injectable()
export class MessageSubmitter {
  constructor(
    private readonly composer: MailComposer,
    private readonly transport: MailTransport,
    private readonly returnPaths: ReturnPaths,
    private readonly clock: Clock,
  ) {}

  /**
   * It never throws for what lies in the mail or the server.
   * @param insteadOf the sender that was meant; its key still signs what it stands in From for.
   * @param mayBegin asked right before the mail begins; false gives it back.
   */
  async send(
    order: PlainOrder,
    sender: ActiveSender,
    insteadOf: ActiveSender | null,
    mayBegin: () => Promise<boolean>,
  ): Promise<Submission> {
    const { content, emailId, recipient } = order;
    const { returnPathDomain: domain } = sender;
    let subject = '';
    try {
      const mail = await this.composer.compose({
        ...order,
        signing: signingFor(content, sender, insteadOf),
        unsubscribeMailbox: domain === null ? null : this.returnPaths.unsubscribeAddress(emailId, domain),
        from: { name: content.fromName, address: content.fromEmail },
        replyTo:
          content.replyToEmail === null ? null : { name: content.replyToName ?? '', address: content.replyToEmail },
        at: this.clock.now(),
        server: sender.server.host,
      });
      subject = mail.subject;
      const envelopeFrom = domain === null ? content.fromEmail : this.returnPaths.bounceAddress(emailId, domain);
      const outcome = await this.transport.send(
        sender.server,
        { envelopeFrom, recipient: recipient.email, raw: mail.raw },
        mayBegin,
      );
      return { subject, outcome };
    } catch (error) {
      // This recipient's address or values cannot be written down; the others' can.
      if (error instanceof TemplateError) return { subject, outcome: refusal(`template: ${error.reason}`) };
      if (error instanceof AddressError) return { subject, outcome: refusal(error.reason) };
      throw error;
    }
  }
}

const refusal = (response: string): SendOutcome => ({ kind: 'refused', code: '', response });

/**
 * Who stands in signs only for its own domain: another's name under a mail says nothing for the one in From. The key of
 * the sender that was meant goes on doing that.
 */
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
