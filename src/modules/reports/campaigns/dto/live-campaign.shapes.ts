import { CAMPAIGN_STATUSES } from '../../../../events/campaign-state.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { campaignStatsShape } from './email-stats.shapes.js';
import * as s from '../../../../shapes/shape.js';

const LIVE_EVENTS = ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed'] as const;

const liveProgressShape = s.component('LiveProgressResponse', {
  percent: s.decimal(40, 'Percentage of emails in a final state'),
  phase: s.nullable(s.text('sending', 'Null if the campaign is not being sent')),
  total: s.integer(1000, 'All recipients'),
  sent: s.integer(390),
  pending: s.integer(600, 'Emails waiting, in transmission, or to be retried'),
  failed: s.integer(10, 'Emails refused or given up'),
  rate_per_second: s.decimal(25.5, 'Emails per second in the last minute'),
  eta_seconds: s.nullable(s.integer(24, 'Null if it cannot be estimated')),
  waiting_reason: s.nullable(s.text(null, 'Why no emails are being sent; null if they are')),
});

const liveEventShape = s.component('LiveEventResponse', {
  type: s.oneOf(LIVE_EVENTS),
  at: s.text('2026-06-30T12:00:00.000Z', 'When it happened'),
  email_id: s.integer(1042),
  contact_id: s.nullable(s.integer(42)),
  url: s.optional(s.text('https://shop.example.com/june', 'Only for clicks')),
});

export const liveCampaignShape = s.component('LiveCampaignResponse', {
  campaign_id: s.integer(12),
  status: s.oneOf(CAMPAIGN_STATUSES),
  stats: campaignStatsShape,
  progress: liveProgressShape,
  last_events: s.list(liveEventShape, 'The latest events, newest first'),
  as_of: s.text('2026-06-30T12:00:00.000Z', 'When the figures were read'),
  meta: reportMetaShape,
});
export type LiveCampaignResponse = s.TypeOf<typeof liveCampaignShape>;
