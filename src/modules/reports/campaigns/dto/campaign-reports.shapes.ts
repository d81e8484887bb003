import { page } from '../../../../platform/http/page.js';
import { CAMPAIGN_STATUSES } from '../../../../events/campaign-state.js';
import { languageOutcomeShape } from '../../../campaigns/insights/dto/campaign-insights.shapes.js';
import { testedVariantShape } from '../../ab-testing/dto/ab-testing.shapes.js';
import { reportMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, rateOf, shown } from '../../figures/figure-catalog.js';
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
  links: s.list(linkOutcomeShape, 'Links in the order of the email; figures of all time'),
  domains: s.list(domainOutcomeShape, 'The 20 largest domains, then the sum of all others'),
  languages: s.list(languageOutcomeShape, 'Results by language, with figures of all time; empty without translations'),
  variants: s.list(testedVariantShape, 'Variants of the A/B test, with figures of all time; empty without a test'),
  meta: reportMetaShape,
});
export type CampaignReportResponse = s.TypeOf<typeof campaignReportShape>;
