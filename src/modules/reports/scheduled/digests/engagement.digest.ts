import { Injectable } from '@nestjs/common';
import { EngagementReportsService } from '../../engagement/engagement-reports.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource } from './digest.js';

@Injectable()
export class EngagementDigest implements DigestSource {
  readonly type = 'engagement-scores';
  readonly name = 'Engagement scores';

  constructor(private readonly engagements: EngagementReportsService) {}

  async take({ period, members, settings }: DigestQuestion): Promise<DigestFigures> {
    const { bands, average, median, total, top, currency, measured } = await this.engagements.scores({
      period: daysAsked(period),
      members,
      currency: settings.currency ?? undefined,
    });
    return {
      headlines: [
        { label: 'Average score', value: average, unit: 'score', better: 'more' },
        { label: 'Median score', value: median, unit: 'score', better: 'more' },
        { label: 'Contacts', value: total, unit: 'count', standing: true },
      ],
      charts: [
        {
          title: 'Contacts by score',
          kind: 'bar',
          unit: 'count',
          points: bands.map(({ from, to, contacts }) => ({
            label: from === to ? String(from) : `${from} to ${to}`,
            value: contacts,
          })),
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
          rows: top.map(({ person, value, opens, clicks, orders }) => [person.email, value, opens, clicks, orders]),
        },
      ],
      currency,
      asOf: measured.asOf,
    };
  }
}
