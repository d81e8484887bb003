import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { contentOf } from '../../mail-content/templates/template.entity.js';
import type { Campaign } from './campaign.entity.js';

export function writtenContentOf(campaign: Campaign): WrittenContent {
  return {
    ...contentOf(campaign),
    snippets: campaign.frozenSnippets,
    tracksClicks: campaign.settings.click_tracker,
    utm: campaign.utm.status ? campaign.utm.parameters : null,
    attachments: campaign.attachments,
    timezone: campaign.settings.timezone,
    footer: { mode: campaign.settings.footer, language: campaign.settings.language },
  };
}
