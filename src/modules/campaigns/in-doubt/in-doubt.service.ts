import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { CampaignEvents } from '../campaign/campaign-events.js';
import { type EmailState, apiStatus } from '../../../events/email-state.js';
import { SendingRuns, UNKNOWN_PER_STEP, type UnknownVerdict } from '../../sending/ledger/sending-runs.service.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { transition } from '../campaign/campaign-status.js';

/** Resolves emails in doubt as a manager decides: their delivery status is unknown (`ON_UNKNOWN=hold`). */
@Injectable()
export class InDoubtEmails {
  constructor(
    private readonly db: Database,
    private readonly events: CampaignEvents,
    private readonly rows: CampaignRows,
    private readonly sendings: SendingRuns,
  ) {}

  /** Each step commits, so an interrupted call can be repeated. @returns the number of resolved emails. */
  async settleAll(campaignId: number, as: UnknownVerdict): Promise<number> {
    let settled = 0;
    for (;;) {
      const some = await this.db.transaction((tx) => this.settle(tx, campaignId, as));
      settled += some;
      if (some < UNKNOWN_PER_STEP) return settled;
    }
  }

  async settleOne(campaignId: number, emailId: number, as: UnknownVerdict): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.rows.lock(tx, campaignId);
      const [mail] = await tx.query<{ state: EmailState }>(
        `SELECT state FROM email_messages WHERE id = :emailId AND source_type = 'campaign' AND source_id = :campaignId`,
        { emailId, campaignId },
      );
      if (!mail) throw notFound();
      if ((await this.settle(tx, campaignId, as, [emailId])) === 1) return;
      throw invalidParam('status', `is ${apiStatus(mail.state)}`, 'Email cannot be settled in current status.');
    });
  }

  /** Resent emails reopen a finished campaign in the same transaction. */
  private async settle(tx: Tx, id: number, as: UnknownVerdict, emailIds?: readonly number[]): Promise<number> {
    const source = { type: 'campaign', id } as const;
    const campaign = await this.rows.lockFor(tx, id, as === 'resend' ? 'repeat' : 'settle');
    const settled = await this.sendings.settleUnknown(tx, source, as, emailIds);
    if (settled > 0 && as === 'resend' && campaign.status !== 'paused') {
      if (campaign.status === 'sent') transition(campaign, 'reopen');
      await this.rows.save(tx, campaign);
      await this.sendings.reopen(tx, source);
      await this.events.started(tx, id);
    }
    return settled;
  }
}
