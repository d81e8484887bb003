import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { SenderIdentity } from '../../mail-content/rendering/contents.service.js';
import type { LintIssue } from '../../mail-content/rendering/lint/content-lint.service.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { SenderReadiness } from '../../senders/diagnosis/sender-readiness.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { sendersOfRows } from './campaign-subscriptions.queries.js';
import type { Campaign } from './campaign.entity.js';

@Injectable()
export class CampaignSenders {
  constructor(
    private readonly senders: SenderAccounts,
    private readonly readiness: SenderReadiness,
    private readonly db: Database,
  ) {}

  /** Returns the sender of the subscription, else that of the settings, else the sender with the campaign's From address, else the `SMTP_URL` server. */
  async of(campaign: Campaign, reader: Reader = this.db) {
    const { sender_id, from_name, from_email, reply_to_name, reply_to_email } = campaign.settings.mailer_settings;
    const ofLists = await sendersOfRows(reader, campaign.settings);
    const ofList = [...ofLists.values()].find((id) => id !== null) ?? null;
    const { senderId, fromName, fromEmail, replyTo, unavailableReason } = await this.senders.resolve(
      { senderId: ofList ?? sender_id ?? null, fromEmail: ofList === null ? from_email : null },
      reader,
    );
    const identity: SenderIdentity = {
      fromName: from_name ?? fromName,
      fromEmail: (ofList === null ? from_email : null) ?? fromEmail,
      replyToName: reply_to_name,
      replyToEmail: reply_to_email ?? replyTo,
    };
    // The id is null for the installation's own mail server, and the reason is null if the sender can send.
    return { senderId, identity, unavailableReason };
  }

  /** Returns the failed checks of the sender as issues, from a fresh result or a new one. */
  async lint(campaign: Campaign): Promise<LintIssue[]> {
    const messages = await this.warnings(campaign, true);
    return messages.map((message) => ({ severity: 'warning', code: 'sender_not_ready', message, field: 'sender' }));
  }

  /** Returns the failed checks of the sender in words. @param isFresh else those of the last check. */
  async warnings(campaign: Campaign, isFresh: boolean): Promise<string[]> {
    const { senderId, unavailableReason } = await this.of(campaign);
    return unavailableReason === null ? this.readiness.warnings(senderId ?? OWN_SENDER, isFresh) : [];
  }
}
