import { Injectable } from '@nestjs/common';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignStates } from '../../campaigns/lifecycle/campaign-states.service.js';
import { DemoAudience } from './demo-audience.js';
import { DEMO_EMAIL } from './demo-data.js';
import { DemoFunnels } from './demo-funnels.js';
import { DemoRows } from './demo-rows.js';
import { DemoShop } from './demo-shop.js';

const CAMPAIGN_TITLE = 'Spring roasts';

/** Loads sample data of a small shop by the services of the API. Loading twice changes nothing. */
@Injectable()
export class DemoService {
  constructor(
    private readonly audience: DemoAudience,
    private readonly rows: DemoRows,
    private readonly campaigns: CampaignsService,
    private readonly states: CampaignStates,
    private readonly shop: DemoShop,
    private readonly funnels: DemoFunnels,
  ) {}

  async load(): Promise<{ contacts: number; orders: number; campaign: string | null; funnels: readonly string[] }> {
    const { lists, funnelTags, contacts } = await this.audience.load();
    const campaign = await this.campaign(lists[0] ?? 0);
    // Before funnels exist that orders would trigger.
    const orders = await this.shop.report();
    return { contacts, orders, campaign, funnels: await this.funnels.publish(lists, funnelTags) };
  }

  private async campaign(listId: number): Promise<string | null> {
    if (await this.rows.has('campaigns', CAMPAIGN_TITLE)) return null;
    const { id, title } = await this.campaigns.create({
      title: CAMPAIGN_TITLE,
      email_subject: DEMO_EMAIL.subject,
      email_pre_header: DEMO_EMAIL.preHeader,
      email_body: DEMO_EMAIL.html,
      settings: { subscribers: [{ list: listId, tag: 'all' }] },
    });
    await this.states.send(id);
    return title;
  }
}
