import { page } from '../../../../platform/http/page.js';
import { CAMPAIGN_STATUSES } from '../../../../events/campaign-state.js';
import { testedVariantShape } from '../../ab-testing/dto/ab-testing.shapes.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { campaignRevenueShape, campaignStatsShape } from './email-stats.shapes.js';
import * as s from '../../../../shapes/shape.js';

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

const campaignDayShape = s.component('CampaignDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  sent: s.integer(800),
  opened: s.integer(300, 'Emails opened for the first time'),
  clicked: s.integer(60, 'Emails clicked for the first time'),
  unsubscribed: s.integer(3),
  bounced: s.integer(8),
  orders: s.integer(2),
  revenue: s.decimal(99.8, 'Net of refunds'),
});

const linkOutcomeShape = s.component('LinkOutcomeResponse', {
  id: s.integer(311),
  url: s.text('https://shop.example.com/june', 'The URL as it was written, with merge tags'),
  variant: s.optional(s.text('a', 'The variant with the link; only with an A/B test')),
  total: s.integer(95, 'Human clicks'),
  unique: s.integer(80, 'Emails in which a human clicked the link'),
  machine: s.integer(40, 'Clicks by scanners and prefetchers'),
  share: s.decimal(76.6, 'Percentage of human clicks on all links'),
});

const domainOutcomeShape = s.component('DomainOutcomeResponse', {
  domain: s.nullable(s.text('example.com', 'Null: all other domains')),
  sent: s.integer(400),
  delivered: s.integer(396),
  bounced: s.integer(4),
  complained: s.integer(0),
  unsubscribed: s.integer(1),
  delivery_rate: s.decimal(99, 'Percentage of sent'),
  bounce_rate: s.decimal(1, 'Percentage of sent'),
});

export const campaignReportShape = s.component('CampaignReportResponse', {
  ...listedCampaignShape.properties,
  timeline: s.list(campaignDayShape, 'Every day from the first to the last one with figures'),
  links: s.list(linkOutcomeShape, 'Links in the order of the email; figures of all time'),
  domains: s.list(domainOutcomeShape, 'The 20 largest domains, then the sum of all others'),
  variants: s.list(testedVariantShape, 'Variants of the A/B test, with figures of all time; empty without a test'),
  meta: reportMetaShape,
});
export type CampaignReportResponse = s.TypeOf<typeof campaignReportShape>;
