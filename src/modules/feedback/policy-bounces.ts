import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { domainOf } from '../../platform/mime/domain-of.js';
import { isPolicyRefusal } from '../../platform/smtp/destination-signal.js';
import { DestinationStates } from '../senders/destinations/destination-states.js';
import { MailboxProviders } from '../senders/destinations/mailbox-providers.service.js';
import { OWN_SENDER } from '../senders/sender.entity.js';
import type { BounceReport, Case } from './feedback-case.js';
import { statusCode } from './report-text.js';

/** Bounce messages by which a mailbox provider refuses the sender. They control the sending to this provider. */
@Injectable()
export class PolicyBounces {
  constructor(
    private readonly destinations: DestinationStates,
    private readonly providers: MailboxProviders,
  ) {}

  /** @param type null: not about the address. */
  async take(tx: Tx, { mail }: Case, type: 'hard' | 'soft' | null, report: BounceReport): Promise<void> {
    const code = statusCode(report.code);
    if (type !== null || mail.email === null || !isPolicyRefusal(code, report.diagnostic)) return;
    const [sending] = await tx.query<{ sender_id: number | null }>(
      'SELECT sender_id FROM sendings WHERE source_type = :type AND source_id = :id',
      { type: mail.source_type, id: mail.source_id },
    );
    const provider = await this.providers.of(domainOf(mail.email));
    const reply = { code: code ?? '', text: report.diagnostic ?? '', source: 'dsn' } as const;
    await this.destinations.bounce(tx, { senderId: sending?.sender_id ?? OWN_SENDER, provider }, reply);
  }
}
