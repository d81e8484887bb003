import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import type { SenderIdentity } from '../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../senders/sender-accounts.service.js';
import { identityOf } from './campaign-content.js';
import type { Campaign } from './campaign.entity.js';

export interface CampaignSender {
  /** Null for the installation's own mail server. */
  readonly senderId: number | null;
  readonly identity: SenderIdentity;
  /** Why nothing can leave this way; null when it can. */
  readonly unavailableReason: string | null;
}

/** By whom a campaign's mails leave, and what keeps senders from being deleted. */
@Injectable()
export class CampaignSenders implements OnModuleInit {
  constructor(private readonly senders: SenderAccounts) {}

  onModuleInit(): void {
    this.senders.keepFor(namesOfUsers);
  }

  /** The sender that its settings name, else the one with its From address, else the installation's own. */
  async of(campaign: Campaign, reader?: Reader): Promise<CampaignSender> {
    const { sender_id: senderId, from_email: fromEmail } = campaign.settings.mailer_settings;
    const sender = await this.senders.resolve({ senderId: senderId ?? null, fromEmail }, reader);
    return {
      senderId: sender.senderId,
      identity: identityOf(campaign, sender),
      unavailableReason: sender.unavailableReason,
    };
  }
}

/** Whoever waits for a time, or may go on, needs the sender that its settings name. */
async function namesOfUsers(tx: Tx, senderId: number): Promise<string[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM campaigns
      WHERE status IN ('scheduled', 'working', 'paused') AND deleted_at IS NULL
        AND JSON_EXTRACT(settings, '$.mailer_settings.sender_id') = :senderId ORDER BY id LIMIT 10`,
    { senderId },
  );
  return rows.map(({ id }) => `campaign ${id}`);
}
