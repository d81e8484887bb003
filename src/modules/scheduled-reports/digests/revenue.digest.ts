import { Injectable } from '@nestjs/common';
import { RevenueReportsService } from '../../reports/revenue/revenue-reports.service.js';
import { type DigestFigures, type DigestRequest, type DigestSource, line, reportRequestOf, table } from './digest.js';

const CAMPAIGNS = { Campaign: 'text', Revenue: 'money', Orders: 'count' } as const;

@Injectable()
export class RevenueDigest implements DigestSource {
  readonly name = 'Revenue';

  constructor(private readonly revenues: RevenueReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const report = await this.revenues.revenue(reportRequestOf(request));
    const { attribution, currency } = report;
    return {
      headlines: [
        { label: 'Revenue', value: report.total_revenue, unit: 'money', better: 'more' },
        { label: 'Orders', value: report.total_orders, unit: 'count', better: 'more' },
        { label: 'Average order value', value: report.average_order_value, unit: 'money', better: 'more' },
        { label: 'Refunded', value: report.refunded, unit: 'money', better: 'less' },
        ...(attribution === null
          ? []
          : ([
              { label: 'From campaigns', value: attribution.campaigns, unit: 'money', better: 'more' },
              { label: 'From funnels', value: attribution.funnels, unit: 'money', better: 'more' },
            ] as const)),
      ],
      charts: [
        line(
          currency === null ? 'Revenue' : `Revenue in ${currency}`,
          'money',
          report.timeline,
          ({ revenue }) => revenue,
        ),
      ],
      tables: [
        table(
          'Campaigns with the most revenue',
          CAMPAIGNS,
          report.top_campaigns ?? [],
          ({ title, revenue, orders }) => [title, revenue, orders],
        ),
      ],
      currency,
      asOf: report.meta.as_of,
    };
  }
}
