import { Injectable } from '@nestjs/common';
import { CampaignReportsService } from '../../campaigns/campaign-reports.service.js';
import {
  daysAsked,
  type DigestFigures,
  type DigestQuestion,
  type DigestSource,
  type Headline,
  MOST_ROWS,
} from './digest.js';

type Outcome = Pick<Awaited<ReturnType<CampaignReportsService['report']>>, 'stats' | 'revenue'>;

const questionOfCampaigns = ({ period, settings }: DigestQuestion) => ({
  period: daysAsked(period),
  members: { lists: [], tags: [] },
  includeMachine: false,
  currency: settings.currency ?? undefined,
});

function headlinesOf({ stats, revenue }: Outcome): Headline[] {
  return [
    { label: 'Mails sent', value: stats.sent, unit: 'count' },
    { label: 'Delivered', value: stats.deliveryRate, unit: 'percent', better: 'more' },
    { label: 'Open rate', value: stats.openRate, unit: 'percent', better: 'more' },
    { label: 'Click rate', value: stats.clickRate, unit: 'percent', better: 'more' },
    { label: 'Opted out', value: stats.unsubscribed, unit: 'count', better: 'less' },
    { label: 'Bounced', value: stats.bounced, unit: 'count', better: 'less' },
    ...(revenue.currency === null
      ? []
      : ([
          { label: 'Revenue', value: revenue.total, unit: 'money', better: 'more' },
          { label: 'Orders', value: revenue.orders, unit: 'count', better: 'more' },
        ] as const)),
  ];
}

@Injectable()
export class CampaignsDigest implements DigestSource {
  readonly type = 'campaigns';
  readonly name = 'Campaigns';

  constructor(private readonly campaigns: CampaignReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const { page, totals, measured } = await this.campaigns.list(questionOfCampaigns(question), MOST_ROWS);
    const sold = totals.revenue.currency !== null;
    return {
      headlines: headlinesOf(totals),
      charts: [
        {
          title: 'Open rate by campaign',
          kind: 'bar',
          unit: 'percent',
          points: page.items.map(({ campaign, stats }) => ({ label: campaign.title, value: stats.openRate })),
        },
      ],
      tables: [
        {
          title: 'Campaigns',
          columns: [
            { title: 'Campaign', unit: 'text' },
            { title: 'Sent', unit: 'count' },
            { title: 'Opened', unit: 'percent' },
            { title: 'Clicked', unit: 'percent' },
            ...(sold ? [{ title: 'Revenue', unit: 'money' } as const] : []),
          ],
          rows: page.items.map(({ campaign, stats, revenue }) => [
            campaign.title,
            stats.sent,
            stats.openRate,
            stats.clickRate,
            ...(sold ? [revenue.total] : []),
          ]),
        },
      ],
      currency: totals.revenue.currency,
      asOf: measured.asOf,
    };
  }
}

@Injectable()
export class CampaignDigest implements DigestSource {
  readonly type = 'campaign';
  readonly name = 'Campaign';

  constructor(private readonly campaigns: CampaignReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const report = await this.campaigns.report(question.settings.campaignId ?? 0, questionOfCampaigns(question));
    const { campaign, timeline, links, domains, revenue, measured } = report;
    return {
      about: campaign.title,
      headlines: headlinesOf(report),
      charts: [
        {
          title: 'Mails opened',
          kind: 'line',
          unit: 'count',
          points: timeline.map(({ date, opened }) => ({ label: date, value: opened })),
        },
        {
          title: 'Mails clicked',
          kind: 'line',
          unit: 'count',
          points: timeline.map(({ date, clicked }) => ({ label: date, value: clicked })),
        },
      ],
      tables: [
        {
          title: 'Links, of all days',
          columns: [
            { title: 'Link', unit: 'text' },
            { title: 'Clicks', unit: 'count' },
            { title: 'Share', unit: 'percent' },
          ],
          rows: links.map(({ url, total, share }) => [url, total, share]),
        },
        {
          title: 'Mailbox providers',
          columns: [
            { title: 'Domain', unit: 'text' },
            { title: 'Sent', unit: 'count' },
            { title: 'Delivered', unit: 'percent' },
          ],
          rows: domains.map(({ domain, sent, deliveryRate }) => [domain ?? 'all others', sent, deliveryRate]),
        },
      ],
      currency: revenue.currency,
      asOf: measured.asOf,
    };
  }
}
