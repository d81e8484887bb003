import { Injectable } from '@nestjs/common';
import { AbTestingService } from '../../reports/ab-testing/ab-testing.service.js';
import { ALL_CONTACTS } from '../../reports/audience-filter/audience-filter.js';
import {
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  reportRequestOf,
  table,
  fetchAll,
} from './digest.js';

const VARIANTS = { Variant: 'text', Sent: 'count', Opened: 'percent', Clicked: 'percent' } as const;

/** A/B tests of campaigns that started in the period. */
@Injectable()
export class AbTestingDigest implements DigestSource {
  readonly name = 'A/B tests';

  constructor(private readonly reports: AbTestingService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const reportRequest = { ...reportRequestOf(request), audience: ALL_CONTACTS };
    const { rows, all, total, asOf } = await fetchAll(async (pageRequest) => {
      const { tests, meta } = await this.reports.list(reportRequest, pageRequest);
      return { page: tests, asOf: meta.as_of };
    });
    return {
      headlines: [
        { label: 'Tests started', value: total, unit: 'count' },
        { label: 'With a winner', value: all.filter(({ winner }) => winner !== null).length, unit: 'count' },
      ],
      charts: [],
      tables: rows.map(({ title, winner, variants }) =>
        table(title, VARIANTS, variants, ({ key, sent, open_rate, click_rate }) => [
          `${key}${key === winner ? ' (winner)' : ''}`,
          ...[sent, open_rate, click_rate],
        ]),
      ),
      currency: null,
      asOf,
    };
  }
}
