import { DeliverabilityReportsService } from '../deliverability/deliverability-reports.service.js';
import {
  bounceRatesShape,
  bounceTotalsShape,
  complaintRatesShape,
  complaintTotalsShape,
  unsubscribeRatesShape,
  unsubscribeTotalsShape,
} from '../deliverability/dto/deliverability.shapes.js';
import { digest, type Digest, type DraftFigures, type Headline, headlines, line, table } from './digest.js';

type BounceReport = Awaited<ReturnType<DeliverabilityReportsService['bounces']>>;
type Reason = readonly [reason: string, total: number, share: number];

type Report = Pick<BounceReport, 'by_domain' | 'by_campaign' | 'meta'> & {
  readonly totals: { readonly sent: number };
};

interface Outcome {
  /** The count, whose label is also the title of the chart, and its rate. */
  readonly headlines: readonly Headline[];
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly reasons: readonly Reason[];
}

function digestOf(
  { totals, by_domain, by_campaign, meta }: Report,
  { headlines: figures, days, reasons }: Outcome,
): DraftFigures {
  return {
    headlines: [...figures, ...headlines(bounceTotalsShape, totals, 'sent')],
    charts: [line(figures[0]?.label ?? '', 'count', days, 'count')],
    tables: [
      table('By reason', reasons, [
        ['Reason', 'text', ([reason]) => reason],
        ['Count', 'count', ([, total]) => total],
        ['Share', 'percent', ([, , share]) => share],
      ]),
      table('By domain', by_domain ?? [], [
        ['Domain', 'text', ({ domain }) => domain ?? 'All others'],
        ['Count', 'count', ({ count }) => count],
        ['Rate', 'percent', ({ rate }) => rate],
      ]),
      table('By campaign', by_campaign ?? [], [
        ['Campaign', 'text', ({ title }) => title],
        ['Count', 'count', ({ count }) => count],
        ['Rate', 'percent', ({ rate }) => rate],
      ]),
    ],
    asOf: meta.as_of,
  };
}

const reasonOf = (
  kind: string,
  { reason, total, share }: { reason: string | null; total: number; share: number },
): Reason => [reason === null || reason === '' ? kind : `${kind}: ${reason}`, total, share];

export const OUTCOME_DIGESTS = {
  bounces: digest('Bounces', async (find, request) => {
    const report = await find(DeliverabilityReportsService).bounces(request);
    return digestOf(report, {
      headlines: [
        ...headlines(bounceTotalsShape, report.totals, 'bounced'),
        ...headlines(bounceRatesShape, report.rates, 'bounce_rate'),
      ],
      days: report.timeline.map(({ date, bounced }) => ({ date, count: bounced })),
      reasons: (report.by_reason ?? []).map((reason) =>
        reasonOf(reason.type === 'hard' ? 'Hard bounce' : 'Soft bounce', reason),
      ),
    });
  }),
  'spam-complaints': digest('Spam complaints', async (find, request) => {
    const report = await find(DeliverabilityReportsService).spamComplaints(request);
    return digestOf(report, {
      headlines: [
        ...headlines(complaintTotalsShape, report.totals, 'complained'),
        ...headlines(complaintRatesShape, report.rates, 'complaint_rate'),
      ],
      days: report.timeline.map(({ date, complained }) => ({ date, count: complained })),
      reasons: (report.by_reason ?? []).map((reason) => reasonOf('Complaint', reason)),
    });
  }),
  unsubscribes: digest('Unsubscribes', async (find, request) => {
    const report = await find(DeliverabilityReportsService).unsubscribes(request);
    return digestOf(report, {
      headlines: [
        ...headlines(unsubscribeTotalsShape, report.totals, 'through_mails'),
        ...headlines(unsubscribeRatesShape, report.rates, 'unsubscribe_rate'),
      ],
      days: report.timeline.map(({ date, through_mails }) => ({ date, count: through_mails })),
      reasons: [
        ...(report.by_reason ?? []).map((reason) => reasonOf('Reason', reason)),
        ...(report.by_method ?? []).map(({ method, ...counts }) => reasonOf('Method', { reason: method, ...counts })),
      ],
    });
  }),
} as const satisfies Readonly<Record<string, Digest>>;
