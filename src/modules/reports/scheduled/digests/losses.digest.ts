import { Injectable } from '@nestjs/common';
import type { Loss } from '../../losses/losses.queries.js';
import { lossRate, LossReportsService } from '../../losses/losses.service.js';
import type { ScheduledReportType } from '../scheduled-report-types.js';
import { type DigestFigures, type DigestQuestion, type DigestSource, questionOf } from './digest.js';

/** Bounces, complaints and opt-outs are told alike. */
@Injectable()
abstract class LossDigest implements DigestSource {
  abstract readonly type: ScheduledReportType;
  abstract readonly name: string;
  protected abstract readonly loss: Loss;
  protected abstract readonly label: string;

  constructor(private readonly losses: LossReportsService) {}

  async take(question: DigestQuestion): Promise<DigestFigures> {
    const { loss, label } = this;
    const { totals, reasons, domains, campaigns, timeline, measured } = await this.losses.report(
      loss,
      questionOf(question),
    );
    return {
      headlines: [
        { label, value: totals[loss], unit: 'count', better: 'less' },
        { label: `${label}, rate`, value: lossRate(loss, totals, totals[loss]), unit: 'percent', better: 'less' },
        { label: 'Mails sent', value: totals.sent, unit: 'count' },
      ],
      charts: [
        {
          title: label,
          kind: 'line',
          unit: 'count',
          points: timeline.map((day) => ({ label: day.day, value: day[loss] })),
        },
      ],
      tables: [
        {
          title: 'By reason',
          columns: [
            { title: 'Reason', unit: 'text' },
            { title: 'How many', unit: 'count' },
            { title: 'Share', unit: 'percent' },
          ],
          rows: (reasons ?? []).map(({ kind, reason, total, share }) => [
            `${KIND_NAMES[kind]}${reason === '' ? '' : `: ${reason}`}`,
            total,
            share,
          ]),
        },
        {
          title: 'By domain',
          columns: [
            { title: 'Domain', unit: 'text' },
            { title: 'How many', unit: 'count' },
            { title: 'Rate', unit: 'percent' },
          ],
          rows: (domains ?? []).map(({ domain, count, rate }) => [domain ?? 'all others', count, rate]),
        },
        {
          title: 'By campaign',
          columns: [
            { title: 'Campaign', unit: 'text' },
            { title: 'How many', unit: 'count' },
            { title: 'Rate', unit: 'percent' },
          ],
          rows: (campaigns ?? []).map(({ title, count, rate }) => [title, count, rate]),
        },
      ],
      currency: null,
      asOf: measured.asOf,
    };
  }
}

const KIND_NAMES = {
  hard_bounce: 'Hard bounce',
  soft_bounce: 'Soft bounce',
  complaint: 'Complaint',
  opt_out: 'Reason',
  opt_out_method: 'Way',
} as const;

@Injectable()
export class BouncesDigest extends LossDigest {
  readonly type = 'bounces';
  readonly name = 'Bounces';
  protected readonly loss = 'bounced';
  protected readonly label = 'Bounced';
}

@Injectable()
export class ComplaintsDigest extends LossDigest {
  readonly type = 'spam-complaints';
  readonly name = 'Spam complaints';
  protected readonly loss = 'complained';
  protected readonly label = 'Complaints';
}

@Injectable()
export class OptOutsDigest extends LossDigest {
  readonly type = 'unsubscribes';
  readonly name = 'Unsubscribes';
  protected readonly loss = 'unsubscribed';
  protected readonly label = 'Opted out by a mail';
}
