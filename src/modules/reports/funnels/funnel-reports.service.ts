import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { type CachedFigures, type Freshness, ReportCache } from '../cache/report-cache.service.js';
import type { ReportMetaResponse } from '../dto/report-meta.shapes.js';
import { figuresOf } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import type { Unpaged } from '../http/report-answer.js';
import type { Period } from '../periods/report-period.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import {
  type FunnelConversionResponse,
  type FunnelFiguresResponse,
  type FunnelReportResponse,
  type FunnelReportsResponse,
  funnelRevenueShape,
  sequencePerformanceShape,
} from './dto/funnel-reports.shapes.js';
import { FunnelOutlines, type StepOutline } from './funnel-outlines.queries.js';
import {
  activeIn,
  type ExitRow,
  FunnelReportsQueries,
  type FunnelRow,
  REVENUE,
  type StepEmails,
  type StepSums,
} from './funnel-reports.queries.js';

interface EmailsOfFunnels {
  readonly emails: readonly StepEmails[];
  readonly revenue: readonly StepSums[];
  readonly currency: string | null;
}

type FunnelReportRequest = Pick<ReportRequest, 'includeMachine' | 'currency'>;

const MAX_AGE_SECONDS = 300;

/** Enrollment counters, updated with each enrollment, are not cached; email results come from the rollup. */
@Injectable()
export class FunnelReportsService {
  constructor(
    private readonly queries: FunnelReportsQueries,
    private readonly outlines: FunnelOutlines,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async list(
    pageRequest: PageRequest,
    request: FunnelReportRequest,
  ): Promise<Unpaged<FunnelReportsResponse, 'funnels'>> {
    const page = await this.queries.page(pageRequest);
    const ids = page.items.map(({ id }) => id);
    const { figures, freshness } = await this.everSent(ids, request);
    const emailsOfFunnel = Map.groupBy(figures.emails, ({ funnelId }) => funnelId);
    const revenueOfFunnel = Map.groupBy(figures.revenue, ({ funnelId }) => funnelId);
    const exitsOfFunnel = Map.groupBy(await this.queries.exits(ids), ({ funnelId }) => funnelId);
    const items: FunnelFiguresResponse[] = [];
    for (const funnel of page.items) {
      const own = {
        emails: emailsOfFunnel.get(funnel.id) ?? [],
        revenue: revenueOfFunnel.get(funnel.id) ?? [],
        currency: figures.currency,
      };
      const steps = await this.outlines.steps(funnel.id, funnel.versionId, stepsOf(own));
      items.push(funnelFigures(funnel, steps, own, exitsOfFunnel.get(funnel.id) ?? [], request.includeMachine));
    }
    return { funnels: { ...page, items }, meta: metaOf(null, figures, freshness) };
  }

  async report(funnelId: number, request: FunnelReportRequest): Promise<FunnelReportResponse> {
    const funnel = await this.queries.funnel(funnelId);
    const { figures, freshness } = await this.everSent([funnelId], request);
    const exits = await this.queries.exits([funnelId]);
    const steps = await this.outlines.steps(funnelId, funnel.versionId, stepsOf(figures));
    return {
      ...funnelFigures(funnel, steps, figures, exits, request.includeMachine),
      meta: metaOf(null, figures, freshness),
    };
  }

  /** The period applies only to emails and revenue. */
  async conversion(
    funnelId: number,
    request: FunnelReportRequest & Pick<ReportRequest, 'period'>,
  ): Promise<FunnelConversionResponse> {
    const period = this.scopes.optionalPeriod(request.period);
    const funnel = await this.queries.funnel(funnelId);
    const currency = await this.scopes.currency(request);
    const key = { funnelId, period, currency };
    const { figures, freshness } = await this.cache.fetch('funnel-conversion', key, MAX_AGE_SECONDS, async () => ({
      ...(await this.emails([funnelId], currency, period)),
      medians: await this.queries.medians(funnelId),
    }));
    const counts = new Map((await this.queries.stepCounts(funnelId)).map((count) => [count.stepId, count]));
    const medianOf = new Map(figures.medians.map(({ stepId, seconds }) => [stepId, seconds]));
    const exits = await this.queries.exits([funnelId]);
    const known = [...stepsOf(figures), ...counts.keys()];
    const steps = await this.outlines.steps(funnelId, funnel.versionId, known);
    return {
      ...funnelFigures(funnel, steps, figures, exits, request.includeMachine),
      steps: steps.map(({ id, title }) => {
        const { entered = 0, completed = 0 } = counts.get(id) ?? {};
        return {
          sequence_id: id,
          title,
          entered,
          converted: completed,
          conversion_rate: percent(completed, entered),
          median_seconds: medianOf.get(id) ?? null,
        };
      }),
      meta: metaOf(period, figures, freshness),
    };
  }

  private async everSent(
    funnelIds: readonly number[],
    request: FunnelReportRequest,
  ): Promise<CachedFigures<EmailsOfFunnels>> {
    const currency = await this.scopes.currency(request);
    return this.cache.fetch('funnel-emails', { funnelIds, currency }, MAX_AGE_SECONDS, () =>
      this.emails(funnelIds, currency, null),
    );
  }

  private async emails(
    funnelIds: readonly number[],
    currency: string | null,
    period: Period | null,
  ): Promise<EmailsOfFunnels> {
    const emails = await this.queries.emailsByStep(funnelIds, period);
    const revenue = currency === null ? [] : await this.queries.revenueByStep(funnelIds, currency, period);
    return { emails, revenue, currency };
  }
}

const stepsOf = ({ emails, revenue }: EmailsOfFunnels): number[] => [...emails, ...revenue].map(({ stepId }) => stepId);

/** Without a period, covers the days from the first email to the last. */
function metaOf(period: Period | null, { emails }: EmailsOfFunnels, freshness: Freshness): ReportMetaResponse {
  const [firstDays, lastDays] = [emails.map(({ firstDay }) => firstDay), emails.map(({ lastDay }) => lastDay)];
  return { ...(period ?? { from: firstDays.sort()[0] ?? null, to: lastDays.sort().at(-1) ?? null }), ...freshness };
}

function funnelFigures(
  funnel: FunnelRow,
  steps: readonly StepOutline[],
  { emails, revenue, currency }: EmailsOfFunnels,
  exits: readonly ExitRow[],
  includeMachine: boolean,
): FunnelFiguresResponse {
  const emailsOfStep = new Map(emails.map((figures) => [figures.stepId, figures]));
  const revenueOfStep = Map.groupBy(revenue, ({ stepId }) => stepId);
  return {
    funnel_id: funnel.id,
    funnel_title: funnel.title,
    subscribers: {
      total_entered: funnel.entered,
      currently_active: activeIn(funnel),
      completed: funnel.completed,
      completion_rate: percent(funnel.completed, funnel.entered),
    },
    // A step of an earlier version is included if it has emails or revenue.
    sequence_performance: steps
      .filter(({ id, isEmailStep }) => isEmailStep || emailsOfStep.has(id) || revenueOfStep.has(id))
      .map(({ id, title }) => ({
        sequence_id: id,
        title,
        ...figuresOf(sequencePerformanceShape, emailsOfStep.get(id) ?? {}, { includeMachine, currency }),
        revenue: revenueOf(revenueOfStep.get(id) ?? [], currency),
      })),
    exits: exits.map(({ reason, total }) => ({ reason, total })),
    revenue: revenueOf(revenue, currency),
  };
}

const revenueOf = (steps: readonly StepSums[], currency: string | null): FunnelFiguresResponse['revenue'] => ({
  ...figuresOf(funnelRevenueShape, sumOf(REVENUE, steps), { includeMachine: false, currency }),
  currency,
});
