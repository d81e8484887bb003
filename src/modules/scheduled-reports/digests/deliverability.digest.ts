import { Injectable } from '@nestjs/common';
import { DeliverabilityReportsService } from '../../reports/deliverability/deliverability-reports.service.js';
import { type DigestFigures, type DigestRequest, type DigestSource, line, reportRequestOf, table } from './digest.js';

type BounceReport = Awaited<ReturnType<DeliverabilityReportsService['bounces']>>;

/** The common part of the reports about bounces, complaints, and opt-outs. */
interface Outcome {
  readonly label: string;
  readonly rateLabel: string;
  readonly total: number;
  readonly rate: number;
  readonly sent: number;
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly reasons: readonly (readonly [reason: string, total: number, share: number])[];
}

function digestOf(
  { by_domain, by_campaign, meta }: Pick<BounceReport, 'by_domain' | 'by_campaign' | 'meta'>,
  outcome: Outcome,
): DigestFigures {
  const { label, rateLabel } = outcome;
  return {
    headlines: [
      { label, value: outcome.total, unit: 'count', better: 'less' },
      { label: rateLabel, value: outcome.rate, unit: 'percent', better: 'less' },
      { label: 'Emails sent', value: outcome.sent, unit: 'count' },
    ],
    charts: [line(label, 'count', outcome.days, ({ count }) => count)],
    tables: [
      table('By reason', { Reason: 'text', Count: 'count', Share: 'percent' }, outcome.reasons, (reason) => reason),
      table(
        'By domain',
        { Domain: 'text', Count: 'count', Rate: 'percent' },
        by_domain ?? [],
        ({ domain, count, rate }) => [domain ?? 'All others', count, rate],
      ),
      table(
        'By campaign',
        { Campaign: 'text', Count: 'count', Rate: 'percent' },
        by_campaign ?? [],
        ({ title, count, rate }) => [title, count, rate],
      ),
    ],
    currency: null,
    asOf: meta.as_of,
  };
}

const reasonOf = (kind: string, { reason, total, share }: { reason: string | null; total: number; share: number }) =>
  [reason === null || reason === '' ? kind : `${kind}: ${reason}`, total, share] as const;

@Injectable()
export class BouncesDigest implements DigestSource {
  readonly name = 'Bounces';

  constructor(private readonly reports: DeliverabilityReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const report = await this.reports.bounces(reportRequestOf(request));
    return digestOf(report, {
      label: 'Bounced',
      rateLabel: 'Bounce rate (of sent)',
      total: report.totals.bounced,
      rate: report.rates.bounce_rate,
      sent: report.totals.sent,
      days: report.timeline.map(({ date, bounced }) => ({ date, count: bounced })),
      reasons: (report.by_reason ?? []).map((reason) =>
        reasonOf(reason.type === 'hard' ? 'Hard bounce' : 'Soft bounce', reason),
      ),
    });
  }
}

@Injectable()
export class ComplaintsDigest implements DigestSource {
  readonly name = 'Spam complaints';

  constructor(private readonly reports: DeliverabilityReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const report = await this.reports.spamComplaints(reportRequestOf(request));
    return digestOf(report, {
      label: 'Complaints',
      rateLabel: 'Complaint rate (of delivered)',
      total: report.totals.complained,
      rate: report.rates.complaint_rate,
      sent: report.totals.sent,
      days: report.timeline.map(({ date, complained }) => ({ date, count: complained })),
      reasons: (report.by_reason ?? []).map((reason) => reasonOf('Complaint', reason)),
    });
  }
}

@Injectable()
export class OptOutsDigest implements DigestSource {
  readonly name = 'Unsubscribes';

  constructor(private readonly reports: DeliverabilityReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const report = await this.reports.unsubscribes(reportRequestOf(request));
    return digestOf(report, {
      label: 'Unsubscribed through an email',
      rateLabel: 'Unsubscribe rate (of sent)',
      total: report.totals.through_mails,
      rate: report.rates.unsubscribe_rate,
      sent: report.totals.sent,
      days: report.timeline.map(({ date, through_mails }) => ({ date, count: through_mails })),
      reasons: [
        ...(report.by_reason ?? []).map((reason) => reasonOf('Reason', reason)),
        ...(report.by_method ?? []).map(({ method, ...counts }) => reasonOf('Method', { reason: method, ...counts })),
      ],
    });
  }
}
