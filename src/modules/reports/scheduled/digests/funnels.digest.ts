import { Injectable } from '@nestjs/common';
import { percent } from '../../../../platform/rates/rates.js';
import { FunnelReportsService } from '../../funnels/funnel-reports.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource, takeAll } from './digest.js';

/** Funnels count those inside for ever, so there is nothing to compare. */
@Injectable()
export class FunnelsDigest implements DigestSource {
  readonly type = 'funnels';
  readonly name = 'Funnels';

  constructor(private readonly funnels: FunnelReportsService) {}

  async take(): Promise<DigestFigures> {
    const { rows, all, total: funnels, asOf } = await takeAll((request) => this.funnels.list(request, false));
    const sum = (figure: 'totalEntered' | 'currentlyActive' | 'completed'): number =>
      all.reduce((total, { subscribers }) => total + subscribers[figure], 0);
    return {
      headlines: [
        { label: 'Funnels', value: funnels, unit: 'count', standing: true },
        { label: 'Entered, ever', value: sum('totalEntered'), unit: 'count', standing: true },
        { label: 'Active now', value: sum('currentlyActive'), unit: 'count', standing: true },
        { label: 'Completed, ever', value: sum('completed'), unit: 'count', standing: true },
        {
          label: 'Completion rate',
          value: percent(sum('completed'), sum('totalEntered')),
          unit: 'percent',
          standing: true,
        },
      ],
      charts: [
        {
          title: 'Completion rate by funnel',
          kind: 'bar',
          unit: 'percent',
          points: rows.map(({ title, subscribers }) => ({ label: title, value: subscribers.completionRate })),
        },
      ],
      tables: [
        {
          title: 'Funnels',
          columns: [
            { title: 'Funnel', unit: 'text' },
            { title: 'Entered', unit: 'count' },
            { title: 'Active', unit: 'count' },
            { title: 'Completed', unit: 'count' },
            { title: 'Rate', unit: 'percent' },
          ],
          rows: rows.map(({ title, subscribers }) => [
            title,
            subscribers.totalEntered,
            subscribers.currentlyActive,
            subscribers.completed,
            subscribers.completionRate,
          ]),
        },
      ],
      currency: null,
      asOf,
    };
  }
}

/** One funnel: its mails are those of the days, who entered and left is counted for ever. */
@Injectable()
export class FunnelDigest implements DigestSource {
  readonly type = 'funnel';
  readonly name = 'Funnel';

  constructor(private readonly funnels: FunnelReportsService) {}

  async take({ period, settings }: DigestQuestion): Promise<DigestFigures> {
    const question = { period: daysAsked(period), includeMachine: false };
    const { title, subscribers, mails, steps, measured } = await this.funnels.conversion(
      settings.funnelId ?? 0,
      question,
    );
    const sum = (figure: 'sent' | 'opened' | 'clicked'): number =>
      mails.reduce((total, mail) => total + mail[figure], 0);
    const [sent, opened, clicked] = [sum('sent'), sum('opened'), sum('clicked')];
    return {
      about: title,
      headlines: [
        { label: 'Mails sent', value: sent, unit: 'count' },
        { label: 'Open rate', value: percent(opened, sent), unit: 'percent', better: 'more' },
        { label: 'Click rate', value: percent(clicked, sent), unit: 'percent', better: 'more' },
        { label: 'Active now', value: subscribers.currentlyActive, unit: 'count', standing: true },
        { label: 'Entered, ever', value: subscribers.totalEntered, unit: 'count', standing: true },
        { label: 'Completed, ever', value: subscribers.completed, unit: 'count', standing: true },
      ],
      charts: [
        {
          title: 'How many came to each step, ever',
          kind: 'bar',
          unit: 'count',
          points: steps.map(({ title: label, entered }) => ({ label, value: entered })),
        },
      ],
      tables: [
        {
          title: 'Mails of this period',
          columns: [
            { title: 'Mail', unit: 'text' },
            { title: 'Sent', unit: 'count' },
            { title: 'Opened', unit: 'percent' },
            { title: 'Clicked', unit: 'percent' },
          ],
          rows: mails.map((mail) => [mail.title, mail.sent, mail.openRate, mail.clickRate]),
        },
        {
          title: 'Steps, ever',
          columns: [
            { title: 'Step', unit: 'text' },
            { title: 'Entered', unit: 'count' },
            { title: 'Done', unit: 'count' },
            { title: 'Rate', unit: 'percent' },
          ],
          rows: steps.map((step) => [step.title, step.entered, step.converted, step.conversionRate]),
        },
      ],
      currency: null,
      asOf: measured.asOf,
    };
  }
}
