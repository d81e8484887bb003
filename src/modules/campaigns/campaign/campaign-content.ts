import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';
import type { Campaign } from './campaign.entity.js';

export function writtenContentOf(campaign: Campaign): WrittenContent {
  return {
    subject: campaign.emailSubject,
    preHeader: campaign.emailPreHeader,
    html: campaign.emailBody,
    text: campaign.emailBodyText,
    design: campaign.designTemplate,
    tracksClicks: campaign.settings.click_tracker,
    utm: campaign.utm.status ? campaign.utm.parameters : null,
    attachments: campaign.attachments,
    timezone: campaign.settings.timezone,
    footer: { mode: campaign.settings.footer, language: campaign.settings.language },
  };
}
