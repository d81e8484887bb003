import { Injectable } from '@nestjs/common';
import { sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { PageRequest } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import { CampaignInsightsQueries } from '../../campaigns/insights/campaign-insights.queries.js';
import { testedVariantOf } from '../ab-testing/dto/ab-testing.shapes.js';
import { refuseAudience } from '../audience-filter/audience-filter.js';
import { type CachedFigures, type Freshness, ReportCache } from '../cache/report-cache.service.js';
import type { ReportMetaResponse } from '../dto/report-meta.shapes.js';
import { figuresByDay, type FigureScope, figuresOf } from '../figures/figure-catalog.js';
import { restOf } from '../figures/sums.js';
import type { Unpaged } from '../http/report-answer.js';
import { daysIn, daysOf, MAX_DAYS, momentsOf, type Period } from '../periods/report-period.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import {
  CampaignReportsQueries,
  type CampaignRow,
  type DatedSums,
  DOMAIN_COUNTERS,
  type Figures,
  NOTHING,
  type SumsOfDay,
  type SumsOfDomain,
} from './campaign-reports.queries.js';
import {
  campaignDayShape,
  type CampaignReportResponse,
  type CampaignReportsResponse,
  campaignRevenueShape,
  campaignStatsShape,
  domainOutcomeShape,
  type EmailStatsResponse,
} from './dto/campaign-reports.shapes.js';

type CampaignReportsRequest = Omit<ReportRequest, 'compareWith'>;

const MAX_AGE_SECONDS = 60;
const TOP_DOMAINS = 20;

@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly queries: CampaignReportsQueries,
    private readonly insights: CampaignInsightsQueries,
    private readonly tests: TestResultsService,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async list(
    request: CampaignReportsRequest,
    pageRequest: PageRequest,
  ): Promise<Unpaged<CampaignReportsResponse, 'campaigns'>> {
    const period = this.periodOf(request);
    const currency = await this.scopes.currency(request);
    // Not cached, so that new titles and deletions appear immediately.
    const page = await this.queries.page(pageRequest, period, currency);
    const ids = page.items.map(({ id }) => id);
    const listed = await this.cache.fetch('campaigns', { ids, period, currency }, MAX_AGE_SECONDS, () =>
      this.queries.figures(ids, period, currency),
    );
    const all = await this.cache.fetch('all-campaigns', { period, currency }, MAX_AGE_SECONDS, () =>
      this.queries.allFigures(period, currency),
    );
    const byCampaign = new Map(listed.figures.map(({ campaignId, ...figures }) => [campaignId, figures]));
    const scope = { includeMachine: request.includeMachine, currency };
    const { stats, revenue } = outcomeOf(all.figures, scope);
    return {
      campaigns: {
        ...page,
        items: page.items.map((campaign) => ({
          ...identityOf(campaign),
          ...outcomeOf(byCampaign.get(campaign.id) ?? NOTHING, scope),
        })),
      },
      totals: { ...stats, revenue },
      meta: metaOf(period, all.figures, older(listed, all)),
    };
  }

  async report(campaignId: number, request: CampaignReportsRequest): Promise<CampaignReportResponse> {
    const period = this.periodOf(request);
    const campaign = await this.queries.campaign(campaignId);
    const currency = await this.scopes.currency(request);
    const key = { campaignId, period, currency };
    const { figures, freshness } = await this.cache.fetch('campaign', key, MAX_AGE_SECONDS, () =>
      this.reportFigures(campaignId, period, currency),
    );
    const test = await this.tests.result(campaignId, await this.queries.testMetric(campaignId));
    const scope = { includeMachine: request.includeMachine, currency };
    const clicks = figures.links.reduce((sum, { total }) => sum + total, 0);
    return {
      ...identityOf(campaign),
      ...outcomeOf(figures, scope),
      timeline: campaignTimeline(figures.days, period, scope),
      links: figures.links.map((link) => ({ ...link, share: percent(link.total, clicks) })),
      domains: domainsOf(figures.domains, figures.emails),
      languages: figures.languages,
      variants: (test?.variants ?? []).map(testedVariantOf),
      meta: metaOf(period, figures, freshness),
    };
  }

  async emailStats(
    campaignId: number,
    request: Pick<ReportRequest, 'includeMachine' | 'currency'>,
  ): Promise<EmailStatsResponse> {
    const { title } = await this.queries.campaign(campaignId);
    const currency = await this.scopes.currency(request);
    const key = { campaignId, currency };
    const { figures, freshness } = await this.cache.fetch('campaign-email-stats', key, MAX_AGE_SECONDS, () =>
      this.figures(campaignId, null, currency),
    );
    return {
      campaign_id: campaignId,
      campaign_title: title,
      ...outcomeOf(figures, { includeMachine: request.includeMachine, currency }),
      meta: metaOf(null, figures, freshness),
    };
  }

  private async figures(campaignId: number, period: Period | null, currency: string | null): Promise<Figures> {
    const [figures = NOTHING] = await this.queries.figures([campaignId], period, currency);
    return figures;
  }

  private async reportFigures(campaignId: number, period: Period | null, currency: string | null) {
    return {
      days: await this.queries.byDay(campaignId, period, currency),
      ...(await this.figures(campaignId, period, currency)),
      domains: await this.queries.domains(campaignId, period, TOP_DOMAINS),
      links: await this.insights.links(campaignId, period && momentsOf(period, this.scopes.timeZone)),
      languages: await this.insights.languages(campaignId),
    };
  }

  private periodOf({ period, audience }: CampaignReportsRequest): Period | null {
    refuseAudience(audience, 'cannot filter campaigns');
    return this.scopes.optionalPeriod(period);
  }
}

const identityOf = ({ id, title, status, finishedAt }: CampaignRow) => ({
  campaign_id: id,
  campaign_title: title,
  status,
  sent_at: sqlTimestampOrNull(finishedAt),
});

const outcomeOf = ({ emails, revenue }: Figures, scope: FigureScope) => ({
  stats: figuresOf(campaignStatsShape, emails, scope),
  revenue: { ...figuresOf(campaignRevenueShape, { ...emails, ...revenue }, scope), currency: scope.currency },
});

/** Without a period, covers the days from the first to the last one with figures. */
function metaOf(period: Period | null, { emails, revenue }: Figures, freshness: Freshness): ReportMetaResponse {
  const days = [emails, revenue].flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]);
  const withFigures = days.filter((day) => day !== null).sort();
  return { ...(period ?? { from: withFigures[0] ?? null, to: withFigures.at(-1) ?? null }), ...freshness };
}

/** A response with two cached parts is as old as the older one. */
function older({ freshness: one }: CachedFigures<unknown>, { freshness: other }: CachedFigures<unknown>): Freshness {
  return {
    timezone: one.timezone,
    generated_at: one.generated_at < other.generated_at ? one.generated_at : other.generated_at,
    cached: one.cached && other.cached,
    as_of: one.as_of < other.as_of ? one.as_of : other.as_of,
  };
}

/** The others include emails whose domain is no longer known, so that the rows add up to the campaign. */
function domainsOf(top: readonly SumsOfDomain[], all: DatedSums): CampaignReportResponse['domains'] {
  const others = { domain: null, ...restOf(DOMAIN_COUNTERS, all, top) };
  const hasOthers = DOMAIN_COUNTERS.some((counter) => (others[counter] ?? 0) > 0);
  return [...top, ...(hasOthers ? [others] : [])].map(({ domain, ...sums }) => ({
    domain,
    ...figuresOf(domainOutcomeShape, sums),
  }));
}

/** Without a period, returns the days from the first to the last with figures; only days with figures if too many. */
export function campaignTimeline(
  days: readonly SumsOfDay[],
  period: Period | null,
  scope: FigureScope,
): CampaignReportResponse['timeline'] {
  return figuresByDay(campaignDayShape, period === null ? daysWithFigures(days) : daysOf(period), days, scope);
}

function daysWithFigures(sums: readonly SumsOfDay[]): string[] {
  const days = sums.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  return daysIn({ from, to }) > MAX_DAYS ? days : daysOf({ from, to });
}
