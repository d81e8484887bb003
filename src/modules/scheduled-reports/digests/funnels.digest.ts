import { Injectable } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import { FunnelReportsService } from '../../reports/funnels/funnel-reports.service.js';
import {
  bars,
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  reportRequestOf,
  table,
  fetchAll,
} from './digest.js';

const FUNNELS = { Funnel: 'text', Entered: 'count', Active: 'count', Completed: 'count', Rate: 'percent' } as const;
const EMAILS = { Email: 'text', Sent: 'count', Opened: 'percent', Clicked: 'percent' } as const;
const STEPS = { Step: 'text', Entered: 'count', Completed: 'count', Rate: 'percent' } as const;

/** Counters of funnels cover all time, so they are not compared. */
@Injectable()
export class FunnelsDigest implements DigestSource {
  readonly name = 'Funnels';

  constructor(private readonly reports: FunnelReportsService) {}

  async build(): Promise<DigestFigures> {
    const { rows, all, total, asOf } = await fetchAll(async (pageRequest) => {
      const { funnels, meta } = await this.reports.list(pageRequest, { includeMachine: false });
      return { page: funnels, asOf: meta.as_of };
    });
    const sum = (figure: 'total_entered' | 'currently_active' | 'completed'): number =>
      all.reduce((sums, { subscribers }) => sums + subscribers[figure], 0);
    const [entered, active, completed] = [sum('total_entered'), sum('currently_active'), sum('completed')];
    return {
      headlines: [
        { label: 'Funnels', value: total, unit: 'count', uncompared: true },
        { label: 'Entered (all time)', value: entered, unit: 'count', uncompared: true },
        { label: 'Active now', value: active, unit: 'count', uncompared: true },
        { label: 'Completed (all time)', value: completed, unit: 'count', uncompared: true },
        { label: 'Completed (of entered)', value: percent(completed, entered), unit: 'percent', uncompared: true },
      ],
      charts: [
        bars('Completion rate by funnel', 'percent', rows, ({ funnel_title, subscribers }) => [
          funnel_title,
          subscribers.completion_rate,
        ]),
      ],
      tables: [
        table('Funnels', FUNNELS, rows, ({ funnel_title, subscribers }) => [
          ...[funnel_title, subscribers.total_entered, subscribers.currently_active],
          ...[subscribers.completed, subscribers.completion_rate],
        ]),
      ],
      currency: null,
      asOf,
    };
  }
}

/** Emails are those of the period; entries and exits are counted for all time. */
@Injectable()
export class FunnelDigest implements DigestSource {
  readonly name = 'Funnel';

  constructor(private readonly reports: FunnelReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const report = await this.reports.conversion(request.settings.funnelId ?? 0, reportRequestOf(request));
    const { funnel_title, subscribers, sequence_performance: emails, steps, meta } = report;
    const sum = (figure: 'sent' | 'opened' | 'clicked'): number =>
      emails.reduce((total, email) => total + email[figure], 0);
    const [sent, opened, clicked] = [sum('sent'), sum('opened'), sum('clicked')];
    return {
      about: funnel_title,
      headlines: [
        { label: 'Emails sent', value: sent, unit: 'count' },
        { label: 'Open rate (of sent)', value: percent(opened, sent), unit: 'percent', better: 'more' },
        { label: 'Click rate (of sent)', value: percent(clicked, sent), unit: 'percent', better: 'more' },
        { label: 'Active now', value: subscribers.currently_active, unit: 'count', uncompared: true },
        { label: 'Entered (all time)', value: subscribers.total_entered, unit: 'count', uncompared: true },
        { label: 'Completed (all time)', value: subscribers.completed, unit: 'count', uncompared: true },
      ],
      charts: [bars('Contacts at each step (all time)', 'count', steps, ({ title, entered }) => [title, entered])],
      tables: [
        table('Emails of this period', EMAILS, emails, (email) => [
          ...[email.title, email.sent],
          ...[email.open_rate, email.click_rate],
        ]),
        table('Steps (all time)', STEPS, steps, ({ title, entered, converted, conversion_rate }) => [
          ...[title, entered],
          ...[converted, conversion_rate],
        ]),
      ],
      currency: null,
      asOf: meta.as_of,
    };
  }
}
