import { Injectable } from '@nestjs/common';
import type { Reader } from '../../platform/database/reader.js';
import type { SenderIdentity } from '../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../senders/sender-accounts.service.js';
import type { FunnelMailer } from './definition/funnel-rules.js';
import type { MailSettings } from './definition/step.js';

/** By whom a mail of a funnel leaves. */
export interface FunnelSender {
  /** Null for the installation's own mail server. */
  readonly senderId: number | null;
  readonly identity: SenderIdentity;
}

export type StepMailer = MailSettings['mailer_settings'];

const NO_WISHES: StepMailer = { from_name: null, from_email: null, reply_to_name: null, reply_to_email: null };

/** All mails of a funnel are one flow and leave by one sender; its steps may only say what that one is called. */
@Injectable()
export class FunnelSenders {
  constructor(private readonly senders: SenderAccounts) {}

  /**
   * What a step leaves open its funnel says, and what that leaves open its sender.
   * @returns null where no mail can be sent: the sender is gone, or is not the one that the step's address belongs to.
   */
  async of(funnel: FunnelMailer, reader: Reader, step: StepMailer = NO_WISHES): Promise<FunnelSender | null> {
    const { sender_id: wanted, from_email: fromEmail } = funnel;
    const sender = await this.senders.resolve({ senderId: wanted, fromEmail }, reader);
    if (wanted !== null && sender.senderId === null) return null;
    if (step.from_email !== null && wanted === null) {
      const owner = await this.senders.resolve({ senderId: null, fromEmail: step.from_email }, reader);
      if (owner.senderId !== sender.senderId) return null;
    }
    const identity = {
      fromName: step.from_name ?? funnel.from_name ?? sender.fromName,
      fromEmail: step.from_email ?? fromEmail ?? sender.fromEmail,
      replyToName: step.reply_to_name ?? funnel.reply_to_name,
      replyToEmail: step.reply_to_email ?? funnel.reply_to_email ?? sender.replyTo,
    };
    return identity.fromEmail === '' ? null : { senderId: sender.senderId, identity };
  }

  /** What is wrong with the From address of a step; null when its mails can leave by the sender of its funnel. */
  async fault(funnel: FunnelMailer, step: StepMailer, reader: Reader): Promise<string | null> {
    if (step.from_email === null || (await this.of(funnel, reader, step)) !== null) return null;
    return 'belongs to another sender than the one of the funnel';
  }
}
