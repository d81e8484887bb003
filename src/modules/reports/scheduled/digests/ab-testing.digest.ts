import { Injectable } from '@nestjs/common';
import { AbTestingService } from '../../ab-testing/ab-testing.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource, takeAll } from './digest.js';

/** The tests of campaigns that began in the period. */
@Injectable()
export class AbTestingDigest implements DigestSource {
  readonly type = 'ab-testing';
  readonly name = 'A/B tests';

  constructor(private readonly tests: AbTestingService) {}

  async take({ period }: DigestQuestion): Promise<DigestFigures> {
    const question = { period: daysAsked(period), members: { lists: [], tags: [] } };
    const { rows, all, total, asOf } = await takeAll((request) => this.tests.list(question, request));
    return {
      headlines: [
        { label: 'Tests begun', value: total, unit: 'count' },
        {
          label: 'With a winner',
          value: all.filter(({ winner }) => winner !== null).length,
          unit: 'count',
        },
      ],
      charts: [],
      tables: rows.map((test) => ({
        title: test.title,
        columns: [
          { title: 'Variant', unit: 'text' },
          { title: 'Sent', unit: 'count' },
          { title: 'Opened', unit: 'percent' },
          { title: 'Clicked', unit: 'percent' },
        ],
        rows: test.variants.map((variant) => [
          `${variant.key}${variant.key === test.winner ? ' (winner)' : ''}`,
          variant.sent,
          variant.open_rate,
          variant.click_rate,
        ]),
      })),
      currency: null,
      asOf,
    };
  }
}
