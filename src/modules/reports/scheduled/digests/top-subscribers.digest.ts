import { Injectable } from '@nestjs/common';
import { TopSubscribersService } from '../../top-subscribers/top-subscribers.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource, nameOf } from './digest.js';

const MOST = 100;

/** Whoever is at the top of two periods is not the same, so nothing is compared. */
@Injectable()
export class TopSubscribersDigest implements DigestSource {
  readonly type = 'top-subscribers';
  readonly name = 'Top subscribers';

  constructor(private readonly tops: TopSubscribersService) {}

  async take({ period, members, settings }: DigestQuestion, isBefore: boolean): Promise<DigestFigures> {
    const { subscribers, currency, measured } = await this.tops.top({
      period: daysAsked(period),
      members,
      metric: 'engagement',
      limit: isBefore ? 1 : MOST,
      currency: settings.currency ?? undefined,
    });
    return {
      headlines: [],
      charts: [
        {
          title: 'Engagement',
          kind: 'bar',
          unit: 'score',
          points: subscribers.map(({ person, value }) => ({ label: nameOf(person), value })),
        },
      ],
      tables: [
        {
          title: 'The most engaged',
          columns: [
            { title: 'Contact', unit: 'text' },
            { title: 'Score', unit: 'score' },
            { title: 'Opened', unit: 'count' },
            { title: 'Clicked', unit: 'count' },
            { title: 'Orders', unit: 'count' },
          ],
          rows: subscribers.map(({ person, value, opens, clicks, orders }) => [
            person.email,
            value,
            opens,
            clicks,
            orders,
          ]),
        },
      ],
      currency,
      asOf: measured.asOf,
    };
  }
}
