import { Injectable } from '@nestjs/common';
import { EngagementReportsService } from '../../reports/engagement/engagement-reports.service.js';
import { bars, type DigestFigures, type DigestRequest, type DigestSource, reportRequestOf } from './digest.js';
import { mostEngaged } from './top-subscribers.digest.js';

@Injectable()
export class EngagementDigest implements DigestSource {
  readonly name = 'Engagement scores';

  constructor(private readonly engagements: EngagementReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const { distribution, average, median, total, top, currency, meta } = await this.engagements.scores(
      reportRequestOf(request),
    );
    return {
      headlines: [
        { label: 'Average score', value: average, unit: 'score', better: 'more' },
        { label: 'Median score', value: median, unit: 'score', better: 'more' },
        { label: 'Contacts', value: total, unit: 'count', uncompared: true },
      ],
      charts: [
        bars('Contacts by score', 'count', distribution, ({ from, to, contacts }) => [
          from === to ? String(from) : `${from} to ${to}`,
          contacts,
        ]),
      ],
      tables: [mostEngaged(top)],
      currency,
      asOf: meta.as_of,
    };
  }
}
