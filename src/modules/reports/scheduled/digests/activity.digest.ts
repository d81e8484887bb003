import { Injectable } from '@nestjs/common';
import { ActivityReportsService } from '../../activity/activity-reports.service.js';
import { type DigestFigures, type DigestQuestion, type DigestSource, questionOf } from './digest.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

@Injectable()
export class ActivityDigest implements DigestSource {
  readonly type = 'subscriber-activity';
  readonly name = 'Subscriber activity';

  constructor(private readonly activities: ActivityReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const { data, totals, byWeekday, measured } = await this.activities.activity(questionOf(question));
    return {
      headlines: [
        { label: 'Mails sent', value: totals.sent, unit: 'count' },
        { label: 'Mails opened', value: totals.opens, unit: 'count', better: 'more' },
        { label: 'Mails clicked', value: totals.clicks, unit: 'count', better: 'more' },
        { label: 'Opt-outs', value: totals.unsubscribes, unit: 'count', better: 'less' },
        { label: 'Events', value: totals.events, unit: 'count', better: 'more' },
        { label: 'Orders', value: totals.orders, unit: 'count', better: 'more' },
      ],
      charts: [
        {
          title: 'Mails opened',
          kind: 'line',
          unit: 'count',
          points: data.map(({ date, opens }) => ({ label: date, value: opens })),
        },
        {
          title: 'Mails opened by day of the week',
          kind: 'bar',
          unit: 'count',
          points: byWeekday.map(({ weekday, opens }) => ({ label: WEEKDAYS[weekday - 1] ?? '', value: opens })),
        },
      ],
      tables: [
        {
          title: 'Days',
          inFileOnly: true,
          columns: [
            { title: 'Day', unit: 'text' },
            { title: 'Sent', unit: 'count' },
            { title: 'Opened', unit: 'count' },
            { title: 'Clicked', unit: 'count' },
            { title: 'Orders', unit: 'count' },
          ],
          rows: data.map((day) => [day.date, day.sent, day.opens, day.clicks, day.orders]),
        },
      ],
      currency: null,
      asOf: measured.asOf,
    };
  }
}
