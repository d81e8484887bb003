import { Injectable } from '@nestjs/common';
import type { CampaignSnapshot } from '../../../events/campaign.events.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { Campaign } from './campaign.entity.js';

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

/** Publishes campaign events in the transaction of the change. */
@Injectable()
export class CampaignEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async created(tx: Tx, campaign: Campaign): Promise<void> {
    await this.outbox.append(tx, 'campaign.created', campaign.id, { campaign: snapshotOf(campaign) });
  }

  /** Makes the worker enroll recipients and send, for the first time or again. */
  async started(tx: Tx, id: number): Promise<void> {
    await this.outbox.append(tx, 'campaign.started', id, { id });
  }

  async paused(tx: Tx, campaign: Campaign, reason: string | null): Promise<void> {
    const paused_at = this.clock.now().toISOString();
    await this.outbox.append(tx, 'campaign.paused', campaign.id, { campaign: snapshotOf(campaign), paused_at, reason });
  }

  async resumed(tx: Tx, campaign: Campaign): Promise<void> {
    await this.outbox.append(tx, 'campaign.resumed', campaign.id, {
      campaign: snapshotOf(campaign),
      resumed_at: this.clock.now().toISOString(),
      reason: null,
    });
  }
}
