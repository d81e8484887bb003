import { page } from '../../../../platform/http/page.js';
import { CAMPAIGN_STATUSES } from '../../../../events/campaign-state.js';
import { languageOutcomeShape } from '../../../campaigns/insights/dto/campaign-insights.shapes.js';
import { testedVariantShape } from '../../ab-testing/dto/ab-testing.shapes.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

export const campaignStatsShape = s.component('CampaignStatsResponse', {
  sent: shown(FIGURES.sent, 1000, 'Emails that the mail server accepted, or refused at the recipient'),
  delivered: shown(FIGURES.delivered, 990, 'sent - bounced'),
  opened: shown(FIGURES.opened, 421, 'Emails opened at least once'),
  clicked: shown(FIGURES.clicked, 87, 'Emails clicked at least once'),
  unsubscribed: shown(FIGURES.unsubscribed, 4),
  bounced: shown(FIGURES.bounced, 10),
  delivery_rate: shown(rateOf('delivered', 'sent'), 99),
  tracked: shown(FIGURES.trackedDelivered, 990, 'Delivered emails with tracking, the base of the next two rates'),
  open_rate: shown(rateOf('opened', 'delivered'), 42.5),
  click_rate: shown(rateOf('clicked', 'delivered'), 8.8),
  unsubscribe_rate: shown(rateOf('unsubscribed', 'delivered'), 0.4),
});

export const campaignRevenueShape = s.component('CampaignRevenueResponse', {
  total: shown(FIGURES.revenue, 249.9, 'Revenue attributed to the campaign, minus refunds'),
  orders: shown(FIGURES.orders, 5, 'Completed orders attributed to the campaign'),
  conversion_rate: shown(rateOf('orders', 'delivered'), 0.5, 'Orders as a percentage of delivered'),
  currency: s.nullable(s.text('EUR', 'Null if there are no orders')),
});

export const emailStatsShape = s.component('EmailStatsResponse', {
  campaign_id: s.integer(12),
  campaign_title: s.text('June newsletter'),
  stats: campaignStatsShape,
  revenue: campaignRevenueShape,
  meta: reportMetaShape,
});
export type EmailStatsResponse = s.TypeOf<typeof emailStatsShape>;

const listedCampaignShape = s.component('ListedCampaignResponse', {
  campaign_id: s.integer(12),
  campaign_title: s.text('June newsletter'),
  status: s.oneOf(CAMPAIGN_STATUSES),
  sent_at: s.nullable(s.text('2026-06-01 09:30:00', 'Time when the last email was sent; null before that')),
  stats: campaignStatsShape,
  revenue: campaignRevenueShape,
});

const campaignTotalsShape = s.component('CampaignTotalsResponse', {
  ...campaignStatsShape.properties,
  revenue: campaignRevenueShape,
});

export const campaignReportsShape = s.component('CampaignReportsResponse', {
  campaigns: s.described(page('CampaignReportsPage', listedCampaignShape), 'Newest campaign first'),
  totals: s.described(campaignTotalsShape, 'Sum over all pages, including deleted campaigns'),
  meta: reportMetaShape,
});
export type CampaignReportsResponse = s.TypeOf<typeof campaignReportsShape>;

export const campaignDayShape = s.component('CampaignDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  sent: shown(FIGURES.sent, 800),
  opened: shown(FIGURES.opened, 300, 'Emails opened for the first time'),
  clicked: shown(FIGURES.clicked, 60, 'Emails clicked for the first time'),
  unsubscribed: shown(FIGURES.unsubscribed, 3),
  bounced: shown(FIGURES.bounced, 8),
  orders: shown(FIGURES.orders, 2),
  revenue: shown(FIGURES.revenue, 99.8, 'Net of refunds'),
});

const linkOutcomeShape = s.component('LinkOutcomeResponse', {
  id: s.integer(311),
  url: s.text('https://shop.example.com/june', 'The URL as it was written, with merge tags'),
  variant: s.optional(s.text('a', 'The variant with the link; only with an A/B test')),
  language: s.nullable(s.text(null, 'The language of the translation with the link')),
  total: s.integer(95, 'Human clicks'),
  unique: s.integer(80, 'Emails in which a human clicked the link'),
  machine: s.integer(40, 'Clicks by scanners and prefetchers'),
  share: s.decimal(76.6, 'Percentage of human clicks on all links'),
});

export const domainOutcomeShape = s.component('DomainOutcomeResponse', {
  domain: s.nullable(s.text('example.com', 'Null: all other domains')),
  sent: shown(FIGURES.sent, 400),
  delivered: shown(FIGURES.delivered, 396),
  bounced: shown(FIGURES.bounced, 4),
  complained: shown(FIGURES.complained, 0),
  unsubscribed: shown(FIGURES.unsubscribed, 1),
  delivery_rate: shown(rateOf('delivered', 'sent'), 99),
  bounce_rate: shown(rateOf('bounced', 'sent'), 1),
});

export const campaignReportShape = s.component('CampaignReportResponse', {
  ...listedCampaignShape.properties,
  timeline: s.list(campaignDayShape, 'Every day from the first to the last one with figures'),
  links: s.list(linkOutcomeShape, 'Links in the order of the email, with clicks of the period'),
  domains: s.list(domainOutcomeShape, 'The 20 largest domains, then the sum of all others'),
  languages: s.list(languageOutcomeShape, 'Results by language, with figures of all time; empty without translations'),
  variants: s.list(testedVariantShape, 'Variants of the A/B test, with figures of all time; empty without a test'),
  meta: reportMetaShape,
});
export type CampaignReportResponse = s.TypeOf<typeof campaignReportShape>;

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
