import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type EmailState, wireStatus } from '../../../events/email-state.js';
import { SendingRuns, UNKNOWN_PER_STEP, type UnknownVerdict } from '../../sending/sending-runs.service.js';
import { CampaignRows } from '../campaign-rows.js';
import { transition } from '../campaign-status.js';

/** A person decides about mails of which nobody knows whether they arrived (`ON_UNKNOWN=hold`). */
@Injectable()
export class UnknownMails {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly rows: CampaignRows,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * All of the campaign, in steps that each commit: whoever is interrupted goes on by asking again.
   * @returns how many were decided.
   */
  async settleAll(campaignId: number, as: UnknownVerdict): Promise<number> {
    let settled = 0;
    for (;;) {
      const some = await this.db.transaction((tx) => this.settle(tx, campaignId, as));
      settled += some;
      if (some < UNKNOWN_PER_STEP) return settled;
    }
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param for a mail of which it is known. */
  async settleOne(campaignId: number, emailId: number, as: UnknownVerdict): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.rows.lock(tx, campaignId);
      const [mail] = await tx.query<{ state: EmailState }>(
        `SELECT state FROM email_messages WHERE id = :emailId AND source_type = 'campaign' AND source_id = :campaignId`,
        { emailId, campaignId },
      );
      if (!mail) throw notFound();
      if ((await this.settle(tx, campaignId, as, [emailId])) === 1) return;
      throw new AppError('rest_invalid_param', 'Email cannot be settled in current status.', {
        data: { params: { status: `is ${wireStatus(mail.state)}` } },
      });
    });
  }

  /** A finished campaign works again for the mails that go out once more, in the same transaction that lets them. */
  private async settle(tx: Tx, id: number, as: UnknownVerdict, emailIds?: readonly number[]): Promise<number> {
    const source = { type: 'campaign', id } as const;
    const campaign = await this.rows.lockFor(tx, id, as === 'resend' ? 'repeat' : 'settle');
    const settled = await this.sendings.settleUnknown(tx, source, as, emailIds);
    if (settled > 0 && as === 'resend' && campaign.status !== 'paused') {
      if (campaign.status === 'sent') transition(campaign, 'reopen');
      await this.rows.save(tx, campaign);
      await this.sendings.reopen(tx, source);
      await this.outbox.append(tx, 'campaign.started', id, { id });
    }
    return settled;
  }
}
