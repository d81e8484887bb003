import { Injectable } from '@nestjs/common';
import { MessageSubmitter, type PlainOrder } from './engine/message-submitter.service.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';
import { ActiveSenders } from '../senders/active-senders.js';
import { OWN_SENDER } from '../../platform/smtp/mail-server.js';

export type { PlainOrder } from './engine/message-submitter.service.js';
export type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/**
 * Sends emails that a caller waits for, such as test emails: immediately, without the ledger and without rate limits.
 */
@Injectable()
export class DirectEmails {
  constructor(
    private readonly senders: ActiveSenders,
    private readonly submitter: MessageSubmitter,
  ) {}

  /**
   * @param senderId null for the sender of `SMTP_URL`.
   * @param isWanted asked directly before submission.
   */
  async send(senderId: number | null, order: PlainOrder, isWanted: () => boolean): Promise<SendOutcome> {
    const sender = await this.senders.get(senderId ?? OWN_SENDER);
    if (!sender) return { kind: 'not_sent', reason: 'the sender does not exist' };
    const { outcome } = await this.submitter.send(order, sender, null, () => Promise.resolve(isWanted()));
    return outcome;
  }
}
