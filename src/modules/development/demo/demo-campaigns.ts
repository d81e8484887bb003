import { Injectable } from '@nestjs/common';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignStates } from '../../campaigns/lifecycle/campaign-states.service.js';
import { bodyOf, type DemoCampaign } from './demo-data.js';

/** Writes and schedules the campaigns of the shop. */
@Injectable()
export class DemoCampaigns {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly states: CampaignStates,
  ) {}

  /** @param at when it is sent; null for a draft. */
  async write(campaign: DemoCampaign, listId: number, at: number | null): Promise<void> {
    const { title, subject, preHeader, otherSubject } = campaign;
    const { id } = await this.campaigns.create({
      ...{ title, email_subject: subject, email_pre_header: preHeader, email_body: bodyOf(campaign) },
      settings: {
        subscribers: [{ list: listId, tag: 'all' }],
        ...(otherSubject === undefined ? {} : { ab_test: testOf(otherSubject) }),
      },
    });
    if (at !== null) await this.states.schedule(id, new Date(at));
  }
}

/** The winner is known in the afternoon. */
const testOf = (subject: string) => ({
  variants: [
    { key: 'a', subject: null, pre_header: null, body: null, weight: 1 },
    { key: 'b', subject, pre_header: null, body: null, weight: 1 },
  ],
  ...({ sample_percent: 60, metric: 'opens', wait_minutes: 240, fallback: 'best' } as const),
});
