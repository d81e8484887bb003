import { Injectable } from '@nestjs/common';
import { MessageSubmitter, type PlainOrder } from './message-submitter.service.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';
import { ActiveSenders } from '../senders/active-senders.js';
import { OWN_SENDER } from '../senders/sender.entity.js';

export type { PlainOrder } from './message-submitter.service.js';
export type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** Mails that somebody waits for, such as test mails: handed over now, in no ledger, and counted against no limit. */
@Injectable()
export class DirectMailService {
  constructor(
    private readonly senders: ActiveSenders,
    private readonly handOver: MessageSubmitter,
  ) {}

  /**
   * @param senderId null for the installation's own mail server.
   * @param isWanted asked right before the mail begins.
   */
  async send(senderId: number | null, order: PlainOrder, isWanted: () => boolean): Promise<SendOutcome> {
    const sender = await this.senders.get(senderId ?? OWN_SENDER);
    if (!sender) return { kind: 'not_sent', reason: 'there is no such sender' };
    const { outcome } = await this.handOver.send(order, sender, null, () => Promise.resolve(isWanted()));
    return outcome;
  }
}
