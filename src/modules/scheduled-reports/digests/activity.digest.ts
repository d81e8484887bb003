import { Injectable } from '@nestjs/common';
import { ActivityReportsService } from '../../reports/activity/activity-reports.service.js';
import {
  bars,
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  line,
  reportRequestOf,
  table,
} from './digest.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DAYS = { Day: 'text', Sent: 'count', Opened: 'count', Clicked: 'count', Orders: 'count' } as const;

@Injectable()
export class ActivityDigest implements DigestSource {
  readonly name = 'Subscriber activity';

  constructor(private readonly activities: ActivityReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const { data, totals, by_weekday, meta } = await this.activities.activity(reportRequestOf(request));
    const days = table('Days', DAYS, data, (day) => [day.date, day.sent, day.opens, day.clicks, day.orders]);
    return {
      headlines: [
        { label: 'Emails sent', value: totals.sent, unit: 'count' },
        { label: 'Emails opened', value: totals.opens, unit: 'count', better: 'more' },
        { label: 'Emails clicked', value: totals.clicks, unit: 'count', better: 'more' },
        { label: 'Unsubscribes', value: totals.unsubscribes, unit: 'count', better: 'less' },
        { label: 'Events', value: totals.events, unit: 'count', better: 'more' },
        { label: 'Orders', value: totals.orders, unit: 'count', better: 'more' },
      ],
      charts: [
        line('Emails opened', 'count', data, ({ opens }) => opens),
        bars('Emails opened by day of the week', 'count', by_weekday, ({ weekday, opens }) => [
          WEEKDAYS[weekday - 1] ?? '',
          opens,
        ]),
      ],
      tables: [{ ...days, inFileOnly: true }],
      currency: null,
      asOf: meta.as_of,
    };
  }
}
