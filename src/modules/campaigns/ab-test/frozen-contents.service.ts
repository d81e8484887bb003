import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContentsService, type SenderIdentity } from '../../mail-content/rendering/contents.service.js';
import { writtenContentOf } from '../campaign-content.js';
import type { Campaign } from '../campaign.entity.js';
import { contentOfVariant } from './variant-contents.js';

/** What readers get, as it is when a campaign begins. */
@Injectable()
export class FrozenContents {
  constructor(private readonly contents: ContentsService) {}

  /** With an A/B test, one content per variant. @returns the content, or that of the first variant. */
  async freeze(tx: Tx, campaign: Campaign, sender: SenderIdentity): Promise<number> {
    const { ab_test: test, open_tracker } = campaign.settings;
    if (!test) return this.contents.freeze(tx, writtenContentOf(campaign), sender, open_tracker);
    const contentIds: number[] = [];
    for (const variant of test.variants)
      contentIds.push(await this.contents.freeze(tx, contentOfVariant(campaign, variant), sender, open_tracker));
    await tx.execute(`INSERT INTO campaign_experiments (campaign_id, state) VALUES (:id, 'testing')`, {
      id: campaign.id,
    });
    await tx.insertRows(
      'campaign_variants',
      ['campaign_id', 'variant_key', 'position', 'content_id'],
      test.variants.map(({ key }, position) => [campaign.id, key, position, contentIds[position] ?? 0]),
    );
    return contentIds[0] ?? 0;
  }
}
