import { localDay } from '../../../platform/clock/local-time.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { PageRequest } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { AbTestingService } from '../ab-testing/ab-testing.service.js';
import { testedVariantShape } from '../ab-testing/dto/ab-testing.shapes.js';
import { ALL_CONTACTS } from '../audience-filter/audience-filter.js';
import { CampaignReportsService } from '../campaigns/campaign-reports.service.js';
import {
  campaignRevenueShape,
  campaignStatsShape,
  domainOutcomeShape,
} from '../campaigns/dto/campaign-reports.shapes.js';
import { sequencePerformanceShape } from '../funnels/dto/funnel-reports.shapes.js';
import { FunnelReportsService } from '../funnels/funnel-reports.service.js';
import {
  addUp,
  bars,
  type Column,
  columns,
  digest,
  type Digest,
  type DigestTable,
  fetchAll,
  type Headline,
  headlines,
  line,
  MAX_ROWS,
  resultOf,
  table,
  uncompared,
} from './digest.js';

function dayOf(sentAt: string | null, timeZone: string): string {
  const moment = parseTimestamp(sentAt ?? '');
  return moment === null ? '' : localDay(moment, timeZone);
}

/** Reads the newest campaigns. */
export async function campaignsOf(
  find: Parameters<Digest['build']>[0],
  request: Parameters<Digest['build']>[1],
  page: PageRequest,
) {
  const unfiltered = { ...request, audience: ALL_CONTACTS };
  const { campaigns, totals, meta } = await find(CampaignReportsService).list(unfiltered, page);
  const rows = campaigns.items.map(({ campaign_title: title, sent_at, stats, revenue: { total } }) => ({
    ...stats,
    ...{ title, total, sentOn: dayOf(sent_at, meta.timezone) },
  }));
  // A campaign that was sent earlier can have revenue of the period.
  const emails = columns(campaignStatsShape, 'sent', 'tracked', 'open_rate', 'click_rate').map(
    ([column, unit, cell]): Column<(typeof rows)[number]> => [column, unit, (row) => (row.sent ? cell(row) : null)],
  );
  const asTable = (heading: string): DigestTable =>
    table(heading, rows, [
      ['Campaign', 'text', ({ title }) => title],
      ...emails,
      ...(totals.revenue.currency === null ? [] : columns(campaignRevenueShape, 'total')),
    ]);
  return { rows, totals, meta, asTable };
}

type CampaignReport = Awaited<ReturnType<CampaignReportsService['report']>>;

const headlinesOf = (stats: CampaignReport['stats'], revenue: CampaignReport['revenue']): Headline[] => [
  ...headlines(campaignStatsShape, stats, 'sent', 'delivery_rate', 'tracked', 'open_rate', 'click_rate'),
  ...headlines(campaignStatsShape, stats, 'unsubscribed', 'bounced'),
  ...(revenue.currency === null ? [] : headlines(campaignRevenueShape, revenue, 'total', 'orders')),
];

export const CAMPAIGN_DIGESTS = {
  campaigns: digest('Campaigns', async (find, request) => {
    const { rows, totals, meta, asTable } = await campaignsOf(find, request, MAX_ROWS);
    return {
      headlines: headlinesOf(totals, totals.revenue),
      charts: [
        bars(
          'Open rate by campaign (of tracked)',
          'percent',
          rows.filter(({ sent }) => sent > 0),
          ({ title, open_rate }) => [title, open_rate],
        ),
      ],
      tables: [asTable('Campaigns')],
      currency: totals.revenue.currency,
      asOf: meta.as_of,
    };
  }),

  campaign: digest('Campaign', async (find, request) => {
    const unfiltered = { ...request, audience: ALL_CONTACTS };
    const report = await find(CampaignReportsService).report(request.campaignId, unfiltered);
    const clicked = report.links.filter(({ total }) => total > 0);
    return {
      about: report.campaign_title,
      sentOn: dayOf(report.sent_at, report.meta.timezone),
      headlines: headlinesOf(report.stats, report.revenue),
      charts: [
        line('Emails opened', 'count', report.timeline, 'opened'),
        line('Emails clicked', 'count', report.timeline, 'clicked'),
      ],
      tables: [
        table('Links', clicked, [
          ['Link', 'text', ({ url }) => url],
          ['Clicks', 'count', ({ total }) => total],
          ['Share', 'percent', ({ share }) => share],
        ]),
        table('Mailbox providers', report.domains, [
          ['Domain', 'text', ({ domain }) => domain ?? 'All others'],
          ...columns(domainOutcomeShape, 'sent', 'delivery_rate'),
        ]),
      ],
      currency: report.revenue.currency,
      asOf: report.meta.as_of,
    };
  }),

  /** Counters of funnels cover all time, so they are not compared. */
  funnels: digest('Funnels', async (find) => {
    const { rows, all, total, asOf } = await fetchAll(async (pageRequest) => {
      const { funnels, meta } = await find(FunnelReportsService).list(pageRequest, { includeMachine: false });
      return { page: funnels, asOf: meta.as_of };
    });
    const counts = all.map(({ subscribers }) => subscribers);
    const [entered, completed] = [addUp(counts, 'total_entered'), addUp(counts, 'completed')];
    return {
      headlines: [
        uncompared('Funnels', total),
        uncompared('Entered (all time)', entered),
        uncompared('Active now', addUp(counts, 'currently_active')),
        uncompared('Completed (all time)', completed),
        { ...uncompared('Completed (of entered)', percent(completed, entered)), unit: 'percent' },
      ],
      charts: [
        bars('Completion rate by funnel', 'percent', rows, ({ funnel_title, subscribers }) => [
          funnel_title,
          subscribers.completion_rate,
        ]),
      ],
      tables: [
        table('Funnels', rows, [
          ['Funnel', 'text', ({ funnel_title }) => funnel_title],
          ['Entered', 'count', ({ subscribers }) => subscribers.total_entered],
          ['Active', 'count', ({ subscribers }) => subscribers.currently_active],
          ['Completed', 'count', ({ subscribers }) => subscribers.completed],
          ['Rate', 'percent', ({ subscribers }) => subscribers.completion_rate],
        ]),
      ],
      asOf,
    };
  }),

  /** Emails are those of the period; entries and exits are counted for all time. */
  funnel: digest('Funnel', async (find, request) => {
    const reports = find(FunnelReportsService);
    const report = await reports.conversion(request.funnelId, request);
    const { subscribers, sequence_performance: emails } = report;
    const [sent, tracked] = [addUp(emails, 'sent'), addUp(emails, 'tracked')];
    const [opened, clicked] = [addUp(emails, 'opened'), addUp(emails, 'clicked')];
    const rates = { open_rate: percent(opened, tracked), click_rate: percent(clicked, tracked) };
    const sums = { sent, tracked, opened, clicked, ...rates };
    return {
      about: report.funnel_title,
      headlines: [
        ...headlines(sequencePerformanceShape, sums, 'sent', 'tracked', 'open_rate', 'click_rate'),
        uncompared('Active now', subscribers.currently_active),
        uncompared('Entered (all time)', subscribers.total_entered),
        uncompared('Completed (all time)', subscribers.completed),
      ],
      charts: [
        bars('Contacts at each step (all time)', 'count', report.steps, ({ title, entered }) => [title, entered]),
      ],
      tables: [
        table('Emails of this period', emails, [
          ['Email', 'text', ({ title }) => title],
          ...columns(sequencePerformanceShape, 'sent', 'tracked', 'open_rate', 'click_rate'),
        ]),
        table('Steps (all time)', report.steps, [
          ['Step', 'text', ({ title }) => title],
          ['Entered', 'count', ({ entered }) => entered],
          ['Completed', 'count', ({ converted }) => converted],
          ['Rate', 'percent', ({ conversion_rate }) => conversion_rate],
        ]),
      ],
      asOf: report.meta.as_of,
    };
  }),

  /** Tests of campaigns that started in the period. */
  'ab-testing': digest('A/B tests', async (find, request) => {
    const unfiltered = { ...request, audience: ALL_CONTACTS };
    const { rows, all, total, asOf } = await fetchAll(async (pageRequest) => {
      const { tests, meta } = await find(AbTestingService).list(unfiltered, pageRequest);
      return { page: tests, asOf: meta.as_of };
    });
    return {
      headlines: [
        { label: 'Tests started', value: total, unit: 'count' },
        { label: 'With a winner', value: all.filter(({ winner }) => winner !== null).length, unit: 'count' },
      ],
      tables: rows.map(({ campaign_id: campaign, title, metric, status, winner, confidence, variants }) => ({
        ...table(`${title}: ${resultOf(status, winner, confidence)} (by ${metric})`, variants, [
          ['Variant', 'text', ({ key }) => `${key}${key === winner ? ' (winner)' : ''}`],
          ...columns(testedVariantShape, 'sent', 'tracked', 'open_rate', 'click_rate'),
        ]),
        campaign,
      })),
      asOf,
    };
  }),
} as const satisfies Readonly<Record<string, Digest>>;
