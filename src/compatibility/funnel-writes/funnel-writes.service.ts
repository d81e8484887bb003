import { Injectable } from '@nestjs/common';
import type { FunnelStatus } from '../../modules/funnels/definition/funnel-status.js';
import { type FunnelInput, FunnelsService } from '../../modules/funnels/funnels.service.js';
import type { Principal } from '../../platform/access/permissions.js';
import type { CampaignInput } from '../../modules/campaigns/campaign/campaign-input.js';
import type { Campaign } from '../../modules/campaigns/campaign/campaign.entity.js';
import { CampaignsService } from '../../modules/campaigns/campaigns.service.js';
import { FunnelStates } from '../../modules/funnels/funnel-states.service.js';
import type { Funnel } from '../../modules/funnels/definition/funnel.entity.js';
import { isTriggerName } from '../../modules/funnels/definition/trigger-catalog.js';
import { ulid } from '../../platform/ids/ulid.js';
import { Database } from '../../platform/database/database.js';

/** Leaves room for the ids behind it. */
const MAX_TITLE_LENGTH = 140;

/** Writes funnels with their status, because clients of the dialect pause funnels this way. */
@Injectable()
export class FunnelWrites {
  constructor(
    private readonly db: Database,
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
    private readonly campaigns: CampaignsService,
  ) {}

  async create(input: FunnelInput, status: FunnelStatus | null, principal: Principal): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.create(input, principal.managerId));
  }

  async update(
    id: number,
    input: FunnelInput,
    status: FunnelStatus | null,
    { migrate, principal }: { readonly migrate: boolean; readonly principal: Principal },
  ): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.update(id, input, migrate, principal));
  }

  /** Stores the email of a step as a draft campaign, from which the step copies it. */
  async saveEmail(
    funnelId: number,
    campaignId: number | null,
    content: CampaignInput,
  ): Promise<{ readonly type: 'created' | 'updated'; readonly campaign: Campaign }> {
    const { title } = await this.funnels.find(funnelId);
    if (campaignId !== null) return { type: 'updated', campaign: await this.campaigns.update(campaignId, content) };
    // Titles are unique, and clients send none.
    const unique = `${title.slice(0, MAX_TITLE_LENGTH)} (${funnelId}, ${ulid()})`;
    return { type: 'created', campaign: await this.campaigns.create({ ...content, title: unique }) };
  }

  /** Writes both or neither. */
  private async withStatus(status: FunnelStatus | null, write: () => Promise<Funnel>): Promise<Funnel> {
    return this.db.ambientTransaction(async () => {
      const funnel = await write();
      // A funnel with an unknown trigger remains a draft.
      const isSet = status === null || status === funnel.status || !isTriggerName(funnel.triggerName);
      return isSet ? funnel : this.states.set(funnel.id, status);
    });
  }
}
