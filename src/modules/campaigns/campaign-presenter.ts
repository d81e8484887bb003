import { Injectable } from '@nestjs/common';
import type { Campaign } from './campaign.entity.js';
import { CampaignPhases } from './campaign-phases.queries.js';
import { CampaignResponse, CampaignWrittenResponse, OneCampaignResponse } from './dto/campaign.response.js';
import type { CampaignStats } from './insights/campaign-stats.queries.js';

/** Campaigns as they go over the wire: what is stored, and what they are doing. */
@Injectable()
export class CampaignPresenter {
  constructor(private readonly phases: CampaignPhases) {}

  async many(campaigns: readonly Campaign[], stats: ReadonlyMap<number, CampaignStats>): Promise<CampaignResponse[]> {
    const sendings = await this.phases.of(campaigns);
    return campaigns.map((campaign) => {
      const sending = sendings.get(campaign.id) ?? { phase: null, waiting_reason: campaign.waitingReason };
      return new CampaignResponse(campaign, sending, stats.get(campaign.id));
    });
  }

  async one(campaign: Campaign): Promise<OneCampaignResponse> {
    return new OneCampaignResponse(await this.single(campaign));
  }

  async written(campaign: Campaign, message: string): Promise<CampaignWrittenResponse> {
    return new CampaignWrittenResponse(await this.single(campaign), message);
  }

  private async single(campaign: Campaign): Promise<CampaignResponse> {
    const sending = (await this.phases.of([campaign])).get(campaign.id);
    return new CampaignResponse(campaign, sending ?? { phase: null, waiting_reason: campaign.waitingReason });
  }
}
