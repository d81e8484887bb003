import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { snapshotOf } from '../campaign/campaign-events.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { transition } from '../campaign/campaign-status.js';
import { campaignStats } from '../figures/campaign-stats.queries.js';

/** Finishes campaigns when all their emails have a final state. */
@Injectable()
export class CampaignCompletion {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly sendings: SendingRuns,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Marks a campaign as sent when no email can change any more; an empty claim is no proof of that. */
  async finishIfDone(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockUnlessLocked(tx, id);
      if (campaign?.status !== 'working' || campaign.snapshotDone !== 1) return false;
      const source = { type: 'campaign', id } as const;
      if (!(await this.sendings.isSettled(tx, source))) return false;
      // After a restore the emails are in doubt before the event arrives that pauses the campaign.
      if (await this.sendings.isHeld(tx, source)) return false;
      transition(campaign, 'finish');
      campaign.scheduledAt = null;
      campaign.finishedAt = this.clock.now();
      await tx.save(campaign);
      await this.sendings.close(tx, source);
      const stats = await campaignStats(tx, id, this.config.commerce.reportCurrency);
      await this.outbox.append(
        tx,
        'campaign.sent',
        id,
        { campaign: snapshotOf(campaign), stats },
        { dedupeKey: `campaign.sent:${id}`, requestId: await this.sendings.requestOf(tx, source) },
      );
      return true;
    });
  }
}
