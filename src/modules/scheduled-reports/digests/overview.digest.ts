import { Injectable } from '@nestjs/common';
import { ActivityReportsService } from '../../reports/activity/activity-reports.service.js';
import { OverviewReportsService } from '../../reports/overview/overview-reports.service.js';
import {
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  earliest,
  line,
  reportRequestOf,
} from './digest.js';

@Injectable()
export class OverviewDigest implements DigestSource {
  readonly name = 'Overview';

  constructor(
    private readonly overviews: OverviewReportsService,
    private readonly activities: ActivityReportsService,
  ) {}

  async build(request: DigestRequest, isPrevious: boolean): Promise<DigestFigures> {
    const overview = await this.overviews.overview(reportRequestOf(request));
    const { subscriber_growth: growth, email_stats: emails, revenue, meta } = overview;
    const activity = isPrevious ? null : await this.activities.activity(reportRequestOf(request));
    const days = activity?.data ?? [];
    return {
      headlines: [
        { label: 'Subscribers now', value: overview.total_subscribers, unit: 'count', uncompared: true },
        { label: 'New subscribers', value: growth.current_period, unit: 'count', better: 'more' },
        { label: 'Emails sent', value: emails.emails_sent, unit: 'count' },
        { label: 'Emails opened', value: emails.emails_opened, unit: 'count', better: 'more' },
        { label: 'Open rate (of sent)', value: emails.open_rate, unit: 'percent', better: 'more' },
        { label: 'Click rate (of sent)', value: emails.click_rate, unit: 'percent', better: 'more' },
        ...(revenue.currency === null
          ? []
          : [{ label: 'Revenue', value: revenue.total, unit: 'money', better: 'more' } as const]),
      ],
      charts: [
        line('Emails sent', 'count', days, ({ sent }) => sent),
        line('Emails opened', 'count', days, ({ opens }) => opens),
      ],
      tables: [],
      currency: revenue.currency,
      asOf: activity === null ? meta.as_of : earliest(meta.as_of, activity.meta.as_of),
    };
  }
}
