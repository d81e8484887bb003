import { page } from '../../../platform/http/page.js';
import { CAMPAIGN_PHASES } from '../campaign/campaign-phase.js';
import { storedSettingsShape } from '../campaign/campaign-settings.js';
import { CAMPAIGN_STATUSES } from '../../../events/campaign-state.js';
import { translationsShape } from '../../mail-content/templates/translations-field.js';
import { DESIGN_TEMPLATES } from '../../mail-content/templates/template.entity.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';

const campaignAttachmentShape = s.component('CampaignAttachmentResponse', {
  filename: s.text('programme.pdf'),
  content_type: s.text('application/pdf'),
  size: s.integer(48213, 'In bytes'),
});

const campaignAttachmentOf = (record: Campaign['attachments'][number]) => written(campaignAttachmentShape, record);

/** Humans only; machine activity is counted separately. */
const campaignCountsShape = s.component('CampaignCountsResponse', {
  total: s.integer(120, 'Recipients'),
  sent: s.integer(118, 'Includes emails that bounced'),
  tracked: s.integer(116, 'Delivered emails with tracking'),
  views: s.integer(51, 'Emails opened at least once'),
  clicks: s.integer(12, 'Emails clicked at least once'),
  unsubscribers: s.integer(1),
  bounced: s.integer(2),
  complained: s.integer(0),
  failed: s.integer(1, 'Emails refused or given up'),
  revenue: s.decimal(1_284.5, 'Net of refunds, in `currency`'),
  currency: s.nullable(s.text('EUR', 'Currency of most orders; null without orders')),
});
export type CampaignCountsResponse = s.TypeOf<typeof campaignCountsShape>;

const campaignSendingShape = s.component('CampaignSendingResponse', {
  phase: s.nullable(s.oneOf(CAMPAIGN_PHASES, 'Null unless it is `working`')),
  waiting_reason: s.nullable(
    s.text(null, 'Why a working campaign waits, or why a paused one was paused; null if a manager paused it'),
  ),
});
export type CampaignSendingResponse = s.TypeOf<typeof campaignSendingShape>;

const campaignSettingsShape = s.component('CampaignSettingsResponse', {
  ...storedSettingsShape.properties,
  sending: campaignSendingShape,
});

const utmParameter = (example: string) =>
  s.nullable(s.text(example, 'UTM parameter; appended to links if `utm_status` is true'));

const campaignShape = s.component('CampaignResponse', {
  id: s.integer(1),
  title: s.text('Spring news'),
  slug: s.text('spring-news'),
  status: s.oneOf(CAMPAIGN_STATUSES),
  email_subject: s.text('Hello {{ contact.first_name | default: "there" }}', 'Liquid'),
  email_pre_header: s.text('What is new in spring', 'Preview text of the inbox; Liquid'),
  email_body: s.text('<p>Hello.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'),
  email_body_text: s.text('', 'Generated from the HTML when empty'),
  recipients_count: s.integer(120, '0 before sending starts'),
  scheduled_at: s.nullable(s.sqlTime('UTC', '2027-03-01 09:00:00')),
  scheduled_until: s.nullable(s.sqlTime('End of the range over which the emails are spread', null)),
  design_template: s.oneOf(DESIGN_TEMPLATES),
  translations: translationsShape,
  template_id: s.nullable(s.integer(null, 'Template from which the content was copied')),
  utm_status: s.flag('Whether the UTM parameters are appended to links'),
  utm_source: utmParameter('newsletter'),
  utm_medium: utmParameter('email'),
  utm_campaign: utmParameter('spring'),
  utm_term: utmParameter('shoes'),
  utm_content: utmParameter('header'),
  attachments: s.list(campaignAttachmentShape),
  parent_id: s.nullable(s.integer(null, 'The campaign that this one resends')),
  settings: campaignSettingsShape,
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
  stats: s.optional(s.described(campaignCountsShape, 'With `with[]=stats`')),
});
export type CampaignResponse = s.TypeOf<typeof campaignShape>;

export function campaignOf(
  campaign: Campaign,
  sending: CampaignSendingResponse,
  stats?: CampaignCountsResponse,
): CampaignResponse {
  const { status, parameters } = campaign.utm;
  return written(campaignShape, campaign, {
    utm_status: status,
    utm_source: parameters.utm_source ?? null,
    utm_medium: parameters.utm_medium ?? null,
    utm_campaign: parameters.utm_campaign ?? null,
    utm_term: parameters.utm_term ?? null,
    utm_content: parameters.utm_content ?? null,
    attachments: campaign.attachments.map(campaignAttachmentOf),
    settings: { ...campaign.settings, sending },
    stats: stats,
  });
}

export const campaignsShape = s.component('CampaignsResponse', { campaigns: page('CampaignsPage', campaignShape) });

export const oneCampaignShape = s.component('OneCampaignResponse', { campaign: campaignShape });
export type OneCampaignResponse = s.TypeOf<typeof oneCampaignShape>;

export const campaignWrittenShape = s.component('CampaignWrittenResponse', {
  ...oneCampaignShape.properties,
  message: s.text('Campaign has been saved.'),
  warnings: s.optional(
    s.list(
      s.text(),
      'With `send` and `schedule`: what the sender failed at its last check; absent if there is nothing',
      { example: ['the sender failed a check at 2026-01-31 09:30:00 UTC (…); see GET /senders/3/readiness'] },
    ),
  ),
});
export type CampaignWrittenResponse = s.TypeOf<typeof campaignWrittenShape>;

export const campaignRemovedShape = s.component('CampaignRemovedResponse', {
  message: s.text('Campaign has been deleted.'),
});
