import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { snapshotOf } from '../campaign/campaign-events.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { transition } from '../campaign/campaign-status.js';
import type { CampaignCountsResponse } from '../dto/campaign.shapes.js';
import { inOneCurrency, type MinorEarnings } from '../figures/earnings.js';

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
      const sending = await this.sendings.find(tx, source);
      // After a restore the emails are in doubt before the event arrives that pauses the campaign.
      if (sending?.state === 'held') return false;
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
        { dedupeKey: `campaign.sent:${id}`, requestId: sending?.request_id ?? null },
      );
      return true;
    });
  }
}

/** From the ledger: the rollups lack this transaction. @param currency null for the currency of most orders */
export async function campaignStats(
  reader: Reader,
  campaignId: number,
  currency: string | null,
): Promise<Omit<CampaignCountsResponse, 'tracked'>> {
  const [row] = await reader.query<Omit<CampaignCountsResponse, 'revenue' | 'currency' | 'tracked'>>(
    `SELECT COUNT(*) AS total,
            COALESCE(SUM(state IN ('sent', 'bounced', 'complained')), 0) AS sent,
            COALESCE(SUM(first_human_open_at IS NOT NULL), 0) AS views,
            COALESCE(SUM(first_human_click_at IS NOT NULL), 0) AS clicks,
            COALESCE(SUM(unsubscribed_at IS NOT NULL), 0) AS unsubscribers,
            COALESCE(SUM(state = 'bounced'), 0) AS bounced,
            COALESCE(SUM(state = 'complained'), 0) AS complained,
            COALESCE(SUM(state = 'failed'), 0) AS failed
       FROM email_messages WHERE source_type = 'campaign' AND source_id = :campaignId`,
    { campaignId },
  );
  const none = { total: 0, sent: 0, views: 0, clicks: 0, unsubscribers: 0, bounced: 0, complained: 0, failed: 0 };
  const sums = await reader.query<MinorEarnings>(
    `SELECT currency, COUNT(*) AS orders, SUM(total - refunded) AS revenue
       FROM orders WHERE campaign_id = :campaignId AND status IN ('completed', 'refunded') GROUP BY currency`,
    { campaignId },
  );
  return { ...none, ...row, ...inOneCurrency(sums, currency) };
}
