import { Injectable } from '@nestjs/common';
import { ActivityReportsService } from '../../activity/activity-reports.service.js';
import { OverviewReportsService } from '../../overview/overview-reports.service.js';
import {
  type DigestFigures,
  type DigestQuestion,
  type DigestSource,
  earliest,
  moneyQuestionOf,
  questionOf,
} from './digest.js';

@Injectable()
export class OverviewDigest implements DigestSource {
  readonly type = 'overview';
  readonly name = 'Overview';

  constructor(
    private readonly overviews: OverviewReportsService,
    private readonly activities: ActivityReportsService,
  ) {}

  async take(question: DigestQuestion, isBefore: boolean): Promise<DigestFigures> {
    const overview = await this.overviews.overview(moneyQuestionOf(question));
    const { totalSubscribers, growth, emails, revenue, measured } = overview;
    const activity = isBefore ? null : await this.activities.activity(questionOf(question));
    const days = activity?.data ?? [];
    return {
      headlines: [
        { label: 'Subscribers now', value: totalSubscribers, unit: 'count', standing: true },
        { label: 'New subscribers', value: growth.current, unit: 'count', better: 'more' },
        { label: 'Mails sent', value: emails.sent, unit: 'count' },
        { label: 'Mails opened', value: emails.opened, unit: 'count', better: 'more' },
        { label: 'Open rate', value: emails.openRate, unit: 'percent', better: 'more' },
        { label: 'Click rate', value: emails.clickRate, unit: 'percent', better: 'more' },
        ...(revenue.currency === null
          ? []
          : [{ label: 'Revenue', value: revenue.total, unit: 'money', better: 'more' } as const]),
      ],
      charts: [
        {
          title: 'Mails sent',
          kind: 'line',
          unit: 'count',
          points: days.map(({ date, sent }) => ({ label: date, value: sent })),
        },
        {
          title: 'Mails opened',
          kind: 'line',
          unit: 'count',
          points: days.map(({ date, opens }) => ({ label: date, value: opens })),
        },
      ],
      tables: [],
      currency: revenue.currency,
      asOf: earliest(measured, activity?.measured),
    };
  }
}
