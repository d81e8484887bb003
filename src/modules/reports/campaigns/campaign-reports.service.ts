import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParams, notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { type TestResult, TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import { type LinkRow, LinkReportService } from '../../campaigns/insights/link-report.service.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import type { Members } from '../members/members.js';
import { askedPeriod } from '../periods/asked-period.js';
import { localDay } from '../periods/local-day.js';
import type { Period, PeriodRequest } from '../periods/report-period.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import {
  type CampaignFigures,
  type CampaignRevenueFigures,
  CampaignReportsQueries,
  type CampaignRow,
  type Days,
  type MailsOfDomain,
  NO_FIGURES,
  NO_REVENUE,
} from './campaign-reports.queries.js';
import {
  type CampaignRevenue,
  campaignRevenue,
  type CampaignStats,
  campaignStats,
  deliveredOf,
} from './campaign-stats.js';
import { type CampaignDay, campaignTimeline, type FiguresByDay } from './campaign-timeline.js';

export interface CampaignsQuestion {
  /** Of which days; all of them when nothing of it is named. */
  readonly period: PeriodRequest;
  /** Campaigns cannot be narrowed down: anything here is refused. */
  readonly members: Members;
  readonly includeMachine: boolean;
  readonly currency: string | undefined;
}

interface Outcome {
  readonly stats: CampaignStats;
  readonly revenue: CampaignRevenue;
}

/** What figures stand for, and how fresh they are. */
interface Scope {
  readonly period: { readonly from: string | null; readonly to: string | null };
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

export interface CampaignEmailStats extends Outcome, Scope {
  readonly campaignId: number;
  readonly title: string;
}

export interface ListedCampaign extends Outcome {
  readonly campaign: CampaignRow;
}

export interface CampaignReports extends Scope {
  readonly page: Page<ListedCampaign>;
  /** Of all campaigns that the question is about, also of those deleted since. */
  readonly totals: Outcome;
}

/** Rates are percent with one decimal. */
export interface DomainOutcome {
  /** Null for all other domains together. */
  readonly domain: string | null;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
  readonly deliveryRate: number;
  readonly bounceRate: number;
}

export interface LinkOutcome extends LinkRow {
  /** Of the clicks by people on all links. */
  readonly share: number;
}

export interface CampaignReport extends Outcome, Scope {
  readonly campaign: CampaignRow;
  readonly timeline: readonly CampaignDay[];
  /** Of all days, whatever the period. */
  readonly links: readonly LinkOutcome[];
  readonly domains: readonly DomainOutcome[];
  /** Those of its A/B test beside each other, of all days; empty without one. */
  readonly variants: TestResult['variants'];
}

/** What a campaign did, as it is kept in the cache. */
interface Figures {
  readonly mails: CampaignFigures;
  readonly revenue: CampaignRevenueFigures;
}

interface ReportFigures extends Figures {
  readonly byDay: FiguresByDay;
  readonly domains: readonly MailsOfDomain[];
  readonly links: readonly LinkRow[];
}

const MAX_AGE_SECONDS = 60;
const TOP_DOMAINS = 20;

/** How campaigns went. */
@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly queries: CampaignReportsQueries,
    private readonly links: LinkReportService,
    private readonly tests: TestResultsService,
    private readonly currencies: ReportCurrency,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async list(question: CampaignsQuestion, request: PageRequest): Promise<CampaignReports> {
    const period = this.periodOf(question);
    const currency = await this.currencies.resolve(question.currency);
    // Not from the cache: a new title or a deletion is seen at once.
    const page = await this.queries.page(request, period, currency);
    const ids = page.items.map(({ id }) => id);
    const measured = await this.measurements.measure('campaigns', { ids, period, currency }, MAX_AGE_SECONDS, () =>
      this.figuresOf(ids, period, currency),
    );
    const totals = await this.measurements.measure(
      'all-campaigns',
      { period, currency },
      MAX_AGE_SECONDS,
      async () => ({
        mails: await this.queries.allFigures(period),
        revenue: await this.queries.allRevenue(period, currency),
      }),
    );
    const figuresOf = new Map(measured.figures.map(({ campaignId, ...figures }) => [campaignId, figures]));
    const items = page.items.map((campaign) => ({
      campaign,
      ...outcomeOf(figuresOf.get(campaign.id) ?? NOTHING, question.includeMachine, currency),
    }));
    return {
      page: { ...page, items },
      totals: outcomeOf(totals.figures, question.includeMachine, currency),
      ...this.scope(period, totals.figures, older(measured, totals)),
    };
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param, for lists and tags too; invalid_date_range */
  async report(campaignId: number, question: CampaignsQuestion): Promise<CampaignReport> {
    const period = this.periodOf(question);
    const campaign = await this.require(campaignId);
    const currency = await this.currencies.resolve(question.currency);
    const key = { campaignId, period, currency };
    const measured = await this.measurements.measure('campaign', key, MAX_AGE_SECONDS, () =>
      this.reportFigures(campaignId, period, currency),
    );
    const { figures } = measured;
    const test = await this.tests.result(campaignId, await this.queries.testMetric(campaignId));
    const clicks = figures.links.reduce((sum, { total }) => sum + total, 0);
    return {
      campaign,
      ...outcomeOf(figures, question.includeMachine, currency),
      timeline: campaignTimeline(figures.byDay, period, { includeMachine: question.includeMachine, currency }),
      links: figures.links.map((link) => ({ ...link, share: percent(link.total, clicks) })),
      domains: domainsOf(figures.domains, figures.mails),
      variants: test?.variants ?? [],
      ...this.scope(period, figures, measured),
    };
  }

  /** @throws AppError rest_post_invalid_id */
  async emailStats(campaignId: number, includeMachine: boolean, asked?: string): Promise<CampaignEmailStats> {
    const { title } = await this.require(campaignId);
    const currency = await this.currencies.resolve(asked);
    const key = { campaignId, currency };
    const measured = await this.measurements.measure('campaign-email-stats', key, MAX_AGE_SECONDS, () =>
      this.figures(campaignId, null, currency),
    );
    return {
      campaignId,
      title,
      ...outcomeOf(measured.figures, includeMachine, currency),
      ...this.scope(null, measured.figures, measured),
    };
  }

  private async figures(campaignId: number, period: Period | null, currency: string | null): Promise<Figures> {
    const [figures = NOTHING] = await this.figuresOf([campaignId], period, currency);
    return figures;
  }

  /** Of each campaign that has any. */
  private async figuresOf(
    ids: readonly number[],
    period: Period | null,
    currency: string | null,
  ): Promise<(Figures & { readonly campaignId: number })[]> {
    const mails = new Map((await this.queries.figures(ids, period)).map((row) => [row.campaignId, row]));
    const revenues = new Map((await this.queries.revenue(ids, period, currency)).map((row) => [row.campaignId, row]));
    return ids
      .filter((id) => mails.has(id) || revenues.has(id))
      .map((campaignId) => ({
        campaignId,
        mails: mails.get(campaignId) ?? NO_FIGURES,
        revenue: revenues.get(campaignId) ?? NO_REVENUE,
      }));
  }

  private async reportFigures(
    campaignId: number,
    period: Period | null,
    currency: string | null,
  ): Promise<ReportFigures> {
    const [mails, revenue] = [
      await this.queries.mailsByDay(campaignId, period),
      await this.queries.revenueByDay(campaignId, period, currency),
    ];
    return {
      ...(await this.figures(campaignId, period, currency)),
      byDay: { mails, revenue },
      domains: await this.queries.domains(campaignId, period, TOP_DOMAINS),
      links: await this.links.links(campaignId),
    };
  }

  private periodOf({ period, members }: CampaignsQuestion): Period | null {
    const narrowing = [
      ...(members.lists.length > 0 ? ['lists'] : []),
      ...(members.tags.length > 0 ? ['tags'] : []),
    ].map((name) => [name, 'cannot narrow down campaigns']);
    if (narrowing.length > 0) throw invalidParams(Object.fromEntries(narrowing) as Record<string, string>);
    return askedPeriod(period, localDay(this.clock.now(), this.config.timeZone));
  }

  /** Not from the cache: a new title or a deletion is seen at once. */
  private async require(campaignId: number): Promise<CampaignRow> {
    const campaign = await this.queries.campaign(campaignId);
    if (campaign === null) throw notFound('campaign');
    return campaign;
  }

  private scope(period: Period | null, { mails, revenue }: Figures, measured: Measured<unknown>): Scope {
    const days = [mails, revenue].flatMap(({ firstDay, lastDay }: Days) => [firstDay, lastDay]);
    const withFigures = days.filter((day) => day !== null).sort();
    return {
      period: period ?? { from: withFigures[0] ?? null, to: withFigures.at(-1) ?? null },
      timeZone: this.config.timeZone,
      measured,
    };
  }
}

const NOTHING: Figures = { mails: NO_FIGURES, revenue: NO_REVENUE };

function outcomeOf({ mails, revenue }: Figures, includeMachine: boolean, currency: string | null): Outcome {
  return {
    stats: campaignStats(mails, includeMachine),
    revenue: campaignRevenue(revenue, deliveredOf(mails), currency),
  };
}

/** A body made of two measurements is as old as the older one. */
function older(one: Measured<unknown>, other: Measured<unknown>): Measured<unknown> {
  return {
    figures: null,
    generatedAt: one.generatedAt < other.generatedAt ? one.generatedAt : other.generatedAt,
    asOf: one.asOf < other.asOf ? one.asOf : other.asOf,
    cached: one.cached && other.cached,
  };
}

/** The rest also has the mails whose domain is known no more, so that the rows add up to the campaign. */
function domainsOf(top: readonly MailsOfDomain[], all: CampaignFigures): DomainOutcome[] {
  const restOf = (name: 'sent' | 'bounced' | 'complained' | 'unsubscribed'): number =>
    top.reduce((rest, domain) => rest - domain[name], all[name]);
  const rest = {
    domain: null,
    sent: restOf('sent'),
    bounced: restOf('bounced'),
    complained: restOf('complained'),
    unsubscribed: restOf('unsubscribed'),
  };
  const hasRest = [rest.sent, rest.bounced, rest.complained, rest.unsubscribed].some((figure) => figure > 0);
  return [...top, ...(hasRest ? [rest] : [])].map((domain) => {
    const delivered = deliveredOf(domain);
    return {
      ...domain,
      delivered,
      deliveryRate: percent(delivered, domain.sent),
      bounceRate: percent(domain.bounced, domain.sent),
    };
  });
}
