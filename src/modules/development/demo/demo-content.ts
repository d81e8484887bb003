import { Injectable } from '@nestjs/common';
import { FunnelStates } from '../../funnels/funnel-states.service.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignStates } from '../../campaigns/lifecycle/campaign-states.service.js';
import { bodyOf, type DemoCampaign } from './demo-data.js';

/** Writes the campaigns of the shop, and the funnels of docs/funnel-recipes.md with one for customers. */
@Injectable()
export class DemoContent {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly campaignStates: CampaignStates,
    private readonly funnels: FunnelsService,
    private readonly funnelStates: FunnelStates,
  ) {}

  /** @param at when it is sent; null for a draft. */
  async writeCampaign(campaign: DemoCampaign, listId: number, at: number | null): Promise<void> {
    const { title, subject, preHeader, otherSubject } = campaign;
    const { id } = await this.campaigns.create({
      ...{ title, email_subject: subject, email_pre_header: preHeader, email_body: bodyOf(campaign) },
      settings: {
        subscribers: [{ list: listId, tag: 'all' }],
        ...(otherSubject === undefined ? {} : { ab_test: testOf(otherSubject) }),
      },
    });
    if (at !== null) await this.campaignStates.schedule(id, new Date(at));
  }

  async publishFunnels(ids: RecipeIds): Promise<void> {
    for (const recipe of recipes()) {
      const { id } = await this.funnels.create(withIds(recipe, ids), null);
      await this.funnelStates.set(id, 'published');
    }
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

/** A body of POST /funnels. */
type Recipe = Readonly<Record<string, unknown>> & { readonly title: string };

/** Ids in the recipes: 1 is the first of each kind, as in a new installation. */
export interface RecipeIds {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly segments: readonly number[];
}

const RECIPES = ['welcome', 'abandoned-order', 'win-back', 'after-purchase'] as const;

/** Returns the funnels of docs/funnel-recipes.md as they are written there, and one for customers. */
export function recipes(): Recipe[] {
  return RECIPES.map((name) => JSON.parse(readFileSync(join(__dirname, 'funnels', `${name}.json`), 'utf8')) as Recipe);
}

export const withIds = (recipe: Recipe, ids: RecipeIds): Recipe => translated(recipe, ids) as Recipe;

function translated(value: unknown, ids: RecipeIds): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'segment_id') return [name, ids.segments[Number(member) - 1]];
      if (name === 'lists' || name === 'tags') return [name, (member as number[]).map((id) => ids[name][id - 1])];
      return [name, translated(member, ids)];
    }),
  );
}
