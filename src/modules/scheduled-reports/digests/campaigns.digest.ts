import { Injectable } from '@nestjs/common';
import { ALL_CONTACTS } from '../../reports/audience-filter/audience-filter.js';
import { CampaignReportsService } from '../../reports/campaigns/campaign-reports.service.js';
import {
  bars,
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  type Headline,
  line,
  MAX_ROWS,
  reportRequestOf,
  table,
} from './digest.js';

type CampaignReport = Awaited<ReturnType<CampaignReportsService['report']>>;

const CAMPAIGNS = { Campaign: 'text', Sent: 'count', Opened: 'percent', Clicked: 'percent' } as const;
const LINKS = { Link: 'text', Clicks: 'count', Share: 'percent' } as const;
const DOMAINS = { Domain: 'text', Sent: 'count', Delivered: 'percent' } as const;

const headlinesOf = (stats: CampaignReport['stats'], revenue: CampaignReport['revenue']): Headline[] => [
  { label: 'Emails sent', value: stats.sent, unit: 'count' },
  { label: 'Delivery rate (of sent)', value: stats.delivery_rate, unit: 'percent', better: 'more' },
  { label: 'Open rate (of delivered)', value: stats.open_rate, unit: 'percent', better: 'more' },
  { label: 'Click rate (of delivered)', value: stats.click_rate, unit: 'percent', better: 'more' },
  { label: 'Unsubscribed', value: stats.unsubscribed, unit: 'count', better: 'less' },
  { label: 'Bounced', value: stats.bounced, unit: 'count', better: 'less' },
  ...(revenue.currency === null
    ? []
    : ([
        { label: 'Revenue', value: revenue.total, unit: 'money', better: 'more' },
        { label: 'Orders', value: revenue.orders, unit: 'count', better: 'more' },
      ] as const)),
];

@Injectable()
export class CampaignsDigest implements DigestSource {
  readonly name = 'Campaigns';

  constructor(private readonly reports: CampaignReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const reportRequest = { ...reportRequestOf(request), audience: ALL_CONTACTS };
    const { campaigns, totals, meta } = await this.reports.list(reportRequest, MAX_ROWS);
    const { currency } = totals.revenue;
    const columns = currency === null ? CAMPAIGNS : ({ ...CAMPAIGNS, Revenue: 'money' } as const);
    return {
      headlines: headlinesOf(totals, totals.revenue),
      charts: [
        bars('Open rate by campaign (of delivered)', 'percent', campaigns.items, ({ campaign_title, stats }) => [
          campaign_title,
          stats.open_rate,
        ]),
      ],
      tables: [
        table('Campaigns', columns, campaigns.items, ({ campaign_title, stats, revenue }) => [
          ...[campaign_title, stats.sent, stats.open_rate, stats.click_rate],
          ...(currency === null ? [] : [revenue.total]),
        ]),
      ],
      currency,
      asOf: meta.as_of,
    };
  }
}

@Injectable()
export class CampaignDigest implements DigestSource {
  readonly name = 'Campaign';

  constructor(private readonly reports: CampaignReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const reportRequest = { ...reportRequestOf(request), audience: ALL_CONTACTS };
    const report = await this.reports.report(request.settings.campaignId ?? 0, reportRequest);
    return {
      about: report.campaign_title,
      headlines: headlinesOf(report.stats, report.revenue),
      charts: [
        line('Emails opened', 'count', report.timeline, ({ opened }) => opened),
        line('Emails clicked', 'count', report.timeline, ({ clicked }) => clicked),
      ],
      tables: [
        table('Links (all time)', LINKS, report.links, ({ url, total, share }) => [url, total, share]),
        table('Mailbox providers', DOMAINS, report.domains, ({ domain, sent, delivery_rate }) => [
          domain ?? 'All others',
          sent,
          delivery_rate,
        ]),
      ],
      currency: report.revenue.currency,
      asOf: report.meta.as_of,
    };
  }
}
