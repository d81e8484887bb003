import { Injectable } from '@nestjs/common';
import { RevenueReportsService } from '../../revenue/revenue-reports.service.js';
import { type DigestFigures, type DigestQuestion, type DigestSource, moneyQuestionOf } from './digest.js';

@Injectable()
export class RevenueDigest implements DigestSource {
  readonly type = 'revenue';
  readonly name = 'Revenue';

  constructor(private readonly revenues: RevenueReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const { total, attribution, topCampaigns, timeline, currency, measured } = await this.revenues.revenue(
      moneyQuestionOf(question),
    );
    const isAttributed = attribution !== null;
    return {
      headlines: [
        { label: 'Revenue', value: total.revenue, unit: 'money', better: 'more' },
        { label: 'Orders', value: total.orders, unit: 'count', better: 'more' },
        { label: 'Average order', value: total.averageOrderValue, unit: 'money', better: 'more' },
        { label: 'Refunded', value: total.refunded, unit: 'money', better: 'less' },
        ...(isAttributed
          ? ([
              { label: 'By campaigns', value: attribution.campaigns, unit: 'money', better: 'more' },
              { label: 'By funnels', value: attribution.funnels, unit: 'money', better: 'more' },
            ] as const)
          : []),
      ],
      charts: [
        {
          title: currency === null ? 'Revenue' : `Revenue in ${currency}`,
          kind: 'line',
          unit: 'money',
          points: timeline.map(({ date, revenue }) => ({ label: date, value: revenue })),
        },
      ],
      tables: [
        {
          title: 'Campaigns that brought most',
          columns: [
            { title: 'Campaign', unit: 'text' },
            { title: 'Revenue', unit: 'money' },
            { title: 'Orders', unit: 'count' },
          ],
          rows: (topCampaigns ?? []).map(({ title, revenue, orders }) => [title, revenue, orders]),
        },
      ],
      currency,
      asOf: measured.asOf,
    };
  }
}
