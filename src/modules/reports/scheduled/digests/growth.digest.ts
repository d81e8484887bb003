import { Injectable } from '@nestjs/common';
import { GrowthReportsService } from '../../growth/growth-reports.service.js';
import { type DigestFigures, type DigestQuestion, type DigestSource, questionOf } from './digest.js';

@Injectable()
export class GrowthDigest implements DigestSource {
  readonly type = 'subscriber-growth';
  readonly name = 'Subscriber growth';

  constructor(private readonly growths: GrowthReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const { data, totals, measured } = await this.growths.growth({ ...questionOf(question), groupBy: 'day' });
    return {
      headlines: [
        { label: 'Subscribers at the end', value: totals.total, unit: 'count', better: 'more' },
        { label: 'New', value: totals.newSubscribed, unit: 'count', better: 'more' },
        { label: 'Opted out', value: totals.unsubscribed, unit: 'count', better: 'less' },
        { label: 'Bounced', value: totals.bounced, unit: 'count', better: 'less' },
        { label: 'Complained', value: totals.complained, unit: 'count', better: 'less' },
        { label: 'Net growth', value: totals.net, unit: 'count', better: 'more' },
      ],
      charts: [
        {
          title: 'New subscribers',
          kind: 'line',
          unit: 'count',
          points: data.map(({ date, newSubscribed }) => ({ label: date, value: newSubscribed })),
        },
        {
          title: 'Net growth',
          kind: 'line',
          unit: 'count',
          points: data.map(({ date, net }) => ({ label: date, value: net })),
        },
      ],
      tables: [
        {
          title: 'Days',
          inFileOnly: true,
          columns: [
            { title: 'Day', unit: 'text' },
            { title: 'New', unit: 'count' },
            { title: 'Opted out', unit: 'count' },
            { title: 'Net', unit: 'count' },
            { title: 'Total', unit: 'count' },
          ],
          rows: data.map((day) => [day.date, day.newSubscribed, day.unsubscribed, day.net, day.total]),
        },
      ],
      currency: null,
      asOf: measured.asOf,
    };
  }
}
