import type { Reader } from '../../../platform/database/database.js';
import type { CampaignCountsResponse } from '../dto/campaign.shapes.js';
import { inOneCurrency, type MinorEarnings } from './earnings.js';

/**
 * Counts from the ledger when a campaign ends: the rollups do not include the events of this transaction yet. `sent` includes bounced emails.
 * @param currency of the revenue; null for the currency of most orders of the campaign.
 */
export async function campaignStats(
  reader: Reader,
  campaignId: number,
  currency: string | null,
): Promise<CampaignCountsResponse> {
  const [row] = await reader.query<Omit<CampaignCountsResponse, 'revenue' | 'currency'>>(
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
