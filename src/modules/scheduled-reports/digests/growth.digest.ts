import { Injectable } from '@nestjs/common';
import { GrowthReportsService } from '../../reports/growth/growth-reports.service.js';
import { type DigestFigures, type DigestRequest, type DigestSource, line, reportRequestOf, table } from './digest.js';

const DAYS = { Day: 'text', New: 'count', Unsubscribed: 'count', Net: 'count', Total: 'count' } as const;

@Injectable()
export class GrowthDigest implements DigestSource {
  readonly name = 'Subscriber growth';

  constructor(private readonly growths: GrowthReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const { data, totals, meta } = await this.growths.growth(reportRequestOf(request), 'day');
    const days = table('Days', DAYS, data, (day) => [day.date, day.new, day.unsubscribed, day.net, day.total]);
    return {
      headlines: [
        { label: 'Subscribers at the end of the period', value: totals.total, unit: 'count', better: 'more' },
        { label: 'New', value: totals.new, unit: 'count', better: 'more' },
        { label: 'Unsubscribed', value: totals.unsubscribed, unit: 'count', better: 'less' },
        { label: 'Bounced', value: totals.bounced, unit: 'count', better: 'less' },
        { label: 'Complained', value: totals.complained, unit: 'count', better: 'less' },
        { label: 'Net growth', value: totals.net, unit: 'count', better: 'more' },
      ],
      charts: [
        line('New subscribers', 'count', data, (day) => day.new),
        line('Net growth', 'count', data, ({ net }) => net),
      ],
      tables: [{ ...days, inFileOnly: true }],
      currency: null,
      asOf: meta.as_of,
    };
  }
}
