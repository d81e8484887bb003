import type { CampaignSnapshot } from '../../events/campaign.events.js';
import type { Campaign } from './campaign.entity.js';

/** A campaign as events show it. */
export function snapshotOf(campaign: Campaign): CampaignSnapshot {
  return {
    id: campaign.id,
    title: campaign.title,
    slug: campaign.slug,
    status: campaign.status,
    email_subject: campaign.emailSubject,
    recipients_count: campaign.recipientsCount,
    scheduled_at: campaign.scheduledAt?.toISOString() ?? null,
    created_at: campaign.createdAt.toISOString(),
  };
}
