import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { isPolicyRefusal } from '../../platform/smtp/destination-signal.js';
import { DestinationStates } from '../senders/destinations/destination-states.js';
import { MailboxProviders } from '../senders/destinations/mailbox-providers.service.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import type { BounceReport, Case } from './feedback-case.js';
import { type BounceType, statusCode } from './feedback-report.js';

/** Bounce messages by which a mailbox provider refuses the sender. They control the sending to this provider. */
@Injectable()
export class PolicyBounces {
  constructor(
    private readonly destinations: DestinationStates,
    private readonly providers: MailboxProviders,
    private readonly sendings: SendingRuns,
  ) {}

  /** @param type null: not about the address. */
  async take(tx: Tx, { mail }: Case, type: BounceType, report: BounceReport): Promise<void> {
    const code = statusCode(report.code);
    if (type !== null || mail.email === null || !isPolicyRefusal(code, report.diagnostic)) return;
    const senderId = await this.sendings.senderOf(tx, { type: mail.source_type, id: mail.source_id });
    const provider = await this.providers.of(mail.email);
    const reply = { code: code ?? '', text: report.diagnostic ?? '', source: 'dsn' } as const;
    await this.destinations.bounce(tx, { senderId, provider }, reply);
  }
}
