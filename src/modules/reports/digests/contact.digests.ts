import { campaignsOf } from './campaign.digests.js';
import { activityCountsShape } from '../activity/dto/activity.shapes.js';
import { ActivityReportsService } from '../activity/activity-reports.service.js';
import { ALL_CONTACTS } from '../audience-filter/audience-filter.js';
import { EngagementReportsService } from '../engagement/engagement-reports.service.js';
import { growthSumShape } from '../growth/dto/growth.shapes.js';
import { GrowthReportsService } from '../growth/growth-reports.service.js';
import { labelFiguresShape } from '../labels/dto/label-report.shapes.js';
import { LabelReportsService } from '../labels/label-reports.service.js';
import {
  overviewEmailStatsShape,
  overviewRevenueShape,
  subscriberGrowthShape,
} from '../overview/dto/overview.shapes.js';
import { OverviewReportsService } from '../overview/overview-reports.service.js';
import { revenueAttributionShape, revenueShape, topCampaignShape } from '../revenue/dto/revenue.shapes.js';
import { RevenueReportsService } from '../revenue/revenue-reports.service.js';
import { contactGroupShape } from '../segmentation/dto/segmentation.shapes.js';
import { SegmentationReportsService } from '../segmentation/segmentation-reports.service.js';
import { topSubscriberShape } from '../top-subscribers/dto/top-subscribers.shapes.js';
import { type TopSubscribers, TopSubscribersService } from '../top-subscribers/top-subscribers.service.js';
import {
  addUp,
  bars,
  type Column,
  columns,
  digest,
  type Digest,
  type DigestTable,
  earliest,
  headlines,
  line,
  table,
  uncompared,
} from './digest.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DIMENSIONS = [
  { dimension: 'list', title: 'By list' },
  { dimension: 'country', title: 'By country' },
  { dimension: 'engagement', title: 'By engagement' },
] as const;
const LATEST = { page: 1, perPage: 20 } as const;
const MAX_GROUPS = 20;
const MAX_CONTACTS = 100;

export const CONTACT_DIGESTS = {
  overview: digest('Overview', async (find, request, isPrevious) => {
    const overview = await find(OverviewReportsService).overview(request);
    const { subscriber_growth: growth, email_stats: emails, revenue, meta } = overview;
    const activity = isPrevious ? null : await find(ActivityReportsService).activity(request);
    const campaigns = isPrevious ? null : await campaignsOf(find, request, LATEST);
    const marks = Map.groupBy(campaigns?.rows ?? [], ({ sentOn }) => sentOn);
    const days = activity?.data ?? [];
    return {
      headlines: [
        ...(revenue.currency === null ? [] : headlines(overviewRevenueShape, revenue, 'total')),
        ...headlines(subscriberGrowthShape, growth, 'current_period'),
        ...headlines(overviewEmailStatsShape, emails, 'emails_sent', 'emails_opened', 'tracked'),
        ...headlines(overviewEmailStatsShape, emails, 'open_rate', 'click_rate'),
        uncompared('Subscribers now', overview.total_subscribers),
      ],
      charts: [line('Emails sent', 'count', days, 'sent', marks), line('Emails opened', 'count', days, 'opens')],
      tables: campaigns === null ? [] : [campaigns.asTable('Latest campaigns')],
      currency: revenue.currency,
      asOf: activity === null ? meta.as_of : earliest(meta.as_of, activity.meta.as_of),
    };
  }),

  'subscriber-growth': digest('Subscriber growth', async (find, request) => {
    const { data, totals, meta } = await find(GrowthReportsService).growth(request, 'day');
    return {
      headlines: [
        { label: 'Subscribers at the end of the period', value: totals.total, unit: 'count', better: 'more' },
        ...headlines(growthSumShape, totals, 'new', 'unsubscribed', 'bounced', 'complained', 'net'),
      ],
      charts: [line('New subscribers', 'count', data, 'new'), line('Net growth', 'count', data, 'net')],
      tables: [
        ofDays(data, [
          ...columns(growthSumShape, 'new', 'unsubscribed', 'net'),
          ['Total', 'count', ({ total }) => total],
        ]),
      ],
      asOf: meta.as_of,
    };
  }),

  'subscriber-activity': digest('Subscriber activity', async (find, request) => {
    const { data, totals, by_weekday, meta } = await find(ActivityReportsService).activity(request);
    return {
      headlines: [
        ...headlines(activityCountsShape, totals, 'sent', 'opens', 'clicks'),
        ...headlines(activityCountsShape, totals, 'unsubscribes', 'events', 'orders'),
      ],
      charts: [
        line('Emails opened', 'count', data, 'opens'),
        bars('Emails opened by day of the week', 'count', by_weekday, ({ weekday, opens }) => [
          WEEKDAYS[weekday - 1] ?? '',
          opens,
        ]),
      ],
      tables: [ofDays(data, columns(activityCountsShape, 'sent', 'opens', 'clicks', 'orders'))],
      asOf: meta.as_of,
    };
  }),

  /** Different contacts lead in each period, so nothing is compared. */
  'top-subscribers': digest('Top subscribers', async (find, request, isPrevious) => {
    const limit = isPrevious ? 1 : MAX_CONTACTS;
    const reports = find(TopSubscribersService);
    const { subscribers, currency, meta } = await reports.top(request, 'engagement', limit);
    return {
      charts: [bars('Engagement', 'score', subscribers, ({ contact, value }) => [nameOf(contact), value])],
      tables: [mostEngaged(subscribers)],
      currency,
      asOf: meta.as_of,
    };
  }),

  'engagement-scores': digest('Engagement scores', async (find, request) => {
    const report = await find(EngagementReportsService).scores(request);
    return {
      headlines: [
        { label: 'Average score', value: report.average, unit: 'score', better: 'more' },
        { label: 'Median score', value: report.median, unit: 'score', better: 'more' },
        uncompared('Contacts', report.total),
      ],
      charts: [
        bars('Contacts by score', 'count', report.distribution, ({ from, to, contacts }) => [
          from === to ? String(from) : `${from} to ${to}`,
          contacts,
        ]),
      ],
      tables: [mostEngaged(report.top)],
      currency: report.currency,
      asOf: report.meta.as_of,
    };
  }),

  revenue: digest('Revenue', async (find, request) => {
    const report = await find(RevenueReportsService).revenue(request);
    const { attribution, currency } = report;
    return {
      headlines: [
        ...headlines(revenueShape, report, 'total_revenue', 'total_orders', 'average_order_value', 'refunded'),
        ...(attribution === null ? [] : headlines(revenueAttributionShape, attribution, 'campaigns', 'funnels')),
      ],
      charts: [line(currency === null ? 'Revenue' : `Revenue in ${currency}`, 'money', report.timeline, 'revenue')],
      tables: [
        table('Campaigns with the most revenue', report.top_campaigns ?? [], [
          ['Campaign', 'text', ({ title }) => title],
          ...columns(topCampaignShape, 'revenue', 'orders'),
        ]),
      ],
      currency,
      asOf: report.meta.as_of,
    };
  }),

  /** Covers current contacts, so nothing is compared. */
  'segmentation-analysis': digest('Segmentation analysis', async (find, request, isPrevious) => {
    const reports = find(SegmentationReportsService);
    const analyses = [];
    for (const { dimension, title } of isPrevious ? DIMENSIONS.slice(0, 1) : DIMENSIONS)
      analyses.push({ title, analysis: await reports.analysis(request, dimension, MAX_GROUPS) });
    const first = analyses[0]?.analysis;
    return {
      headlines: [uncompared('Contacts now', first?.total ?? 0)],
      charts: analyses
        .slice(0, 2)
        .map(({ title, analysis }) =>
          bars(
            `Open rate ${title.toLowerCase()} (of tracked)`,
            'percent',
            analysis.segments,
            ({ label, open_rate }) => [label, open_rate],
          ),
        ),
      tables: analyses.map(({ title, analysis }) =>
        table(title, analysis.segments, [
          ['Group', 'text', ({ label }) => label],
          ['Contacts', 'count', ({ size }) => size],
          ['Share', 'percent', ({ share }) => share],
          ...columns(contactGroupShape, 'tracked', 'open_rate', 'click_rate'),
        ]),
      ),
      currency: first?.currency ?? null,
      asOf: earliest(...analyses.map(({ analysis }) => analysis.meta.as_of)),
    };
  }),

  lists: labels('list', 'Lists', 'List'),
  tags: labels('tag', 'Tags', 'Tag'),
} as const satisfies Readonly<Record<string, Digest>>;

function labels(kind: 'list' | 'tag', name: string, column: string): Digest {
  return digest(name, async (find, request) => {
    const unfiltered = { ...request, audience: ALL_CONTACTS };
    const { labels: all, currency, meta } = await find(LabelReportsService).all(kind, unfiltered);
    const largest = all.toSorted((a, b) => b.subscribersCount - a.subscribersCount);
    const sums = { new: addUp(all, 'new'), lost: addUp(all, 'lost'), net_growth: addUp(all, 'net_growth') };
    return {
      headlines: [uncompared(name, all.length), ...headlines(labelFiguresShape, sums, 'new', 'lost', 'net_growth')],
      charts: [bars('Subscribers now', 'count', largest, ({ title, subscribersCount }) => [title, subscribersCount])],
      tables: [
        table(name, largest, [
          [column, 'text', ({ title }) => title],
          ['Subscribers', 'count', ({ subscribersCount }) => subscribersCount],
          ...columns(labelFiguresShape, 'net_growth', 'tracked', 'open_rate', 'click_rate'),
        ]),
      ],
      currency,
      asOf: meta.as_of,
    };
  });
}

/** A line chart already shows the days. */
const ofDays = <Day extends { readonly date: string }>(
  days: readonly Day[],
  shown: readonly Column<Day>[],
): DigestTable => ({ ...table('Days', days, [['Day', 'text', ({ date }) => date], ...shown]), inFileOnly: true });

const mostEngaged = (subscribers: TopSubscribers): DigestTable =>
  table('Most engaged contacts', subscribers, [
    ['Contact', 'text', ({ contact }) => contact.email],
    ['Score', 'score', ({ value }) => value],
    ...columns(topSubscriberShape, 'opens', 'clicks', 'orders'),
  ]);

function nameOf({ first_name, last_name, email }: TopSubscribers[number]['contact']): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name === '' ? email : name;
}
