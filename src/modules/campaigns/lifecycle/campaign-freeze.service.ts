import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { ContentsService, type SenderIdentity } from '../../mail-content/rendering/contents.service.js';
import { inEachLanguage } from '../../mail-content/rendering/translations.js';
import type { Snippets } from '../../mail-content/rendering/written-content.js';
import { AudienceService } from '../audience/audience.service.js';
import { CampaignSenders } from '../campaign/campaign-senders.service.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { contentsWithSnippets } from './variant-contents.js';

/** Freezes the content, the sender, and the rules of a campaign at its start. */
@Injectable()
export class CampaignFreeze {
  constructor(
    private readonly audiences: AudienceService,
    private readonly senders: CampaignSenders,
    private readonly contents: ContentsService,
    private readonly clock: Clock,
  ) {}

  /** Changes the campaign, which the caller saves. @returns its sender; null for the `SMTP_URL` mail server. */
  async freeze(tx: Tx, campaign: Campaign): Promise<number | null> {
    campaign.startedAt = this.clock.now();
    campaign.frozenFilters = await this.audiences.frozenFilters(tx, campaign);
    campaign.frozenExclusions = await this.audiences.frozenExclusions(tx, campaign);
    const { senderId, identity } = await this.senders.of(campaign, tx);
    campaign.contentId = await this.freezeContents(tx, campaign, identity);
    return senderId;
  }

  /** Freezes one content, or one per variant of an A/B test. @returns the content, or that of the first variant. */
  private async freezeContents(tx: Tx, campaign: Campaign, sender: SenderIdentity): Promise<number> {
    const { id, settings } = campaign;
    const contentIds: number[] = [];
    const rows: [number, string, string, number][] = [];
    const contents = await contentsWithSnippets(tx, campaign);
    for (const [position, content] of contents.entries()) {
      const variant = settings.ab_test?.variants[position]?.key ?? '';
      for (const [language, translated] of inEachLanguage(content)) {
        const contentId = await this.contents.freeze(tx, translated, sender, settings.open_tracker);
        if (language === null) contentIds.push(contentId);
        rows.push([id, variant, language ?? '', contentId]);
      }
    }
    if (rows.length > contentIds.length)
      await tx.insertRows('campaign_contents', ['campaign_id', 'variant_key', 'language', 'content_id'], rows);
    campaign.frozenSnippets = Object.assign({}, ...contents.map(({ snippets }) => snippets)) as Snippets;
    if (settings.ab_test) {
      await tx.execute(`INSERT INTO campaign_experiments (campaign_id, state) VALUES (:id, 'testing')`, { id });
      await tx.insertRows(
        'campaign_variants',
        ['campaign_id', 'variant_key', 'position', 'content_id'],
        settings.ab_test.variants.map(({ key }, position) => [id, key, position, contentIds[position] ?? 0]),
      );
    }
    return contentIds[0] ?? 0;
  }
}
